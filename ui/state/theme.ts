import { effect } from "@preact/signals";
import { stored } from "./stored.ts";

export const THEMES = ["system", "light", "dark"] as const;

/** Whether the page is light or dark; "system" follows the browser. */
export const theme = stored("saldo-theme", THEMES, "system");

export function applyTheme(): void {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const isDark = theme.value === "dark" || (theme.value === "system" && prefersDark.matches);
    document.documentElement.classList.toggle("dark", isDark);
  };
  prefersDark.addEventListener("change", apply);
  effect(apply);
}
