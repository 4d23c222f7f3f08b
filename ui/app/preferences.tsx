import { effect } from "@preact/signals";
import { Settings2 } from "lucide";
import { Button, IconButton } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { forgetWorld } from "../state/place.ts";
import { closeSession } from "../state/session.ts";
import { stored } from "../state/stored.ts";
import { language, text } from "../text/text.ts";
import { helpIsOpen } from "./help.tsx";

const THEMES = ["system", "light", "dark"] as const;

/** Whether the page is light or dark; "system" follows the browser. */
const theme = stored("saldo-theme", THEMES, "system");

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
        <Choice label={t.language} chosen={language} options={LANGUAGE_NAMES} />
        <Choice label={t.theme} chosen={theme} options={THEMES.map((name) => [name, t[name]])} />
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

export function applyTheme(): void {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const isDark = theme.value === "dark" || (theme.value === "system" && prefersDark.matches);
    document.documentElement.classList.toggle("dark", isDark);
  };
  prefersDark.addEventListener("change", apply);
  effect(apply);
}
