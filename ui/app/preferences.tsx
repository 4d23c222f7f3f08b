import { Settings2 } from "lucide";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { IconButton } from "../parts/icon.tsx";
import { forgetWorld } from "../state/place.ts";
import { closeSession } from "../state/session.ts";
import { THEMES, theme } from "../state/theme.ts";
import { language, text } from "../text/text.ts";
import { helpIsOpen } from "./help.tsx";

const MENU = "preferences";

const LANGUAGE_NAMES = [
  ["en", "English"],
  ["pt", "Português"],
] as const;

/** What is chosen once: language, theme and key. The browser closes the menu at a click elsewhere. */
export function Preferences() {
  const t = text.shell;
  return (
    <>
      <IconButton of={Settings2} name={t.preferences} popovertarget={MENU} />
      <div id={MENU} popover="auto" class="preferences">
        <Choice
          label={t.language}
          value={language.value}
          options={LANGUAGE_NAMES}
          onChoose={(chosen) => (language.value = chosen)}
        />
        <Choice
          label={t.theme}
          value={theme.value}
          options={THEMES.map((name) => [name, t[name]])}
          onChoose={(chosen) => (theme.value = chosen)}
        />
        <Button name={text.help.title} onClick={showHelp} />
        <Button name={text.session.leave} onClick={leave} />
      </div>
    </>
  );
}

/** The menu gives the focus back to its button, to which the dialog gives it back in turn. */
function showHelp(): void {
  document.getElementById(MENU)?.hidePopover();
  helpIsOpen.value = true;
}

function leave(): void {
  closeSession();
  forgetWorld();
}
