import { render } from "preact";
import { followAddress } from "./app/address.ts";
import { keepFocus } from "./app/kept-focus.ts";
import { listenToPaletteKey } from "./app/palette.tsx";
import { applyTheme } from "./app/preferences.tsx";
import { Shell } from "./app/shell.tsx";
import { listenToKeys } from "./app/shortcuts.ts";
import { forgetEventsWithKey } from "./live/event-pages.ts";
import { followWorld } from "./live/follow.ts";
import { followOverview } from "./live/overview.ts";
import { runClock } from "./live/world-clock.ts";
import { followOwnWorlds } from "./state/own-worlds.ts";
import { followKey, openSession } from "./state/session.ts";
import { followMove } from "./state/travel.ts";

openSession();
followKey();
followOwnWorlds();
applyTheme();
followWorld();
followOverview();
runClock();
forgetEventsWithKey();
followMove();
followAddress();
listenToKeys();
listenToPaletteKey();

const page = document.getElementById("page");
if (page === null) throw new Error("index.html has no element for the page");
// Preact would leave what the document has painted until now beside a page that begins otherwise.
page.replaceChildren();
keepFocus(page);
render(<Shell />, page);
