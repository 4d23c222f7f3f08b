import { Settings2 } from "lucide";
import { Choice } from "../parts/choice.tsx";
import { Icon } from "../parts/icon.tsx";
import { forgetWorld } from "../state/place.ts";
import { closeSession } from "../state/session.ts";
import { THEMES, theme } from "../state/theme.ts";
import { language, speak, text } from "../text/text.ts";
import { helpIsOpen } from "./help.tsx";

const MENU = "preferences";

/** Each in its own language. */
const LANGUAGE_NAMES = [
  ["en", "English"],
  ["pt", "Português"],
] as const;

/** What is chosen once: language, theme and key. The browser closes the menu at a click elsewhere. */
export function Preferences() {
  const t = text.value;
  return (
    <>
      <button
        type="button"
        class="icon"
        popovertarget={MENU}
        aria-label={t.shell.preferences}
        title={t.shell.preferences}
      >
        <Icon of={Settings2} />
      </button>
      <div id={MENU} popover="auto" class="preferences">
        <Choice
          kind="setting"
          label={t.shell.language}
          value={language.value}
          options={LANGUAGE_NAMES}
          onChoose={speak}
        />
        <Choice
          kind="setting"
          label={t.shell.theme}
          value={theme.value}
          options={THEMES.map((name) => [name, t.shell[name]])}
          onChoose={(name) => (theme.value = name)}
        />
        <button type="button" popovertarget={MENU} onClick={showHelp}>
          {t.help.title}
        </button>
        <button type="button" onClick={leave}>
          {t.session.leave}
        </button>
      </div>
    </>
  );
}

function showHelp(): void {
  helpIsOpen.value = true;
}

function leave(): void {
  forgetWorld();
  closeSession();
}
