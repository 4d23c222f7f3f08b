import { effect, signal } from "@preact/signals";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const STORED_THEME = "saldo-theme";

/** Whether the page is light or dark; "system" follows the browser. */
export const theme = signal<Theme>(THEMES.find((name) => name === localStorage.getItem(STORED_THEME)) ?? "system");

/** Applies the theme to the document, and remembers it. */
export function applyTheme(): void {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const isDark = theme.value === "dark" || (theme.value === "system" && prefersDark.matches);
    document.documentElement.classList.toggle("dark", isDark);
  };
  prefersDark.addEventListener("change", apply);
  effect(() => {
    apply();
    localStorage.setItem(STORED_THEME, theme.value);
  });
}
