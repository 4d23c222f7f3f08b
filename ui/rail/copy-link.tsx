import { overview } from "../live/overview.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { linkTo } from "../state/place.ts";
import { playhead } from "../state/travel.ts";
import { text } from "../text/text.ts";
import type { RailModel } from "./model.ts";

/** Copies a link to what the page shows, at the moment that it shows. */
export function CopyLink({ model, kind }: { readonly model: RailModel; readonly kind: "plain" | "icon" }) {
  const link = () => linkTo(shownPosition(model), overview.peek().value?.company.companyId);
  return <CopyButton kind={kind} content={link} label={text.value.rail.copyLink} />;
}

/** Returns the position that is shown; what is due has none yet. */
function shownPosition({ position }: RailModel): number {
  const { value } = playhead;
  return value.kind === "past" ? value.position : position;
}
