import { Settings2 } from "lucide";
import { Icon } from "../parts/icon.tsx";
import { forgetWorld } from "../state/place.ts";
import { closeSession } from "../state/session.ts";
import { THEMES, theme } from "../state/theme.ts";
import { language, speak, text } from "../text/text.ts";
import { helpIsOpen } from "./help.tsx";

const MENU = "preferences";

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
        <label class="setting">
          {t.shell.language}
          <select value={language.value} onChange={(event) => speak(event.currentTarget.value === "pt" ? "pt" : "en")}>
            <option value="en">English</option>
            <option value="pt">Português</option>
          </select>
        </label>
        <label class="setting">
          {t.shell.theme}
          <select
            value={theme.value}
            onChange={(event) => {
              theme.value = THEMES.find((name) => name === event.currentTarget.value) ?? "system";
            }}
          >
            {THEMES.map((name) => (
              <option key={name} value={name}>
                {t.shell[name]}
              </option>
            ))}
          </select>
        </label>
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
