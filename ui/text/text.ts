import { computed, signal } from "@preact/signals";
import { en } from "./en.ts";
import { pt } from "./pt.ts";
import type { Texts } from "./texts.ts";

const LANGUAGES = { en, pt } as const satisfies Record<string, Texts>;
export type Language = keyof typeof LANGUAGES;

const STORED_LANGUAGE = "saldo-language";

/** The language of the page: what was chosen, else the browser's, else English. */
export const language = signal<Language>(storedLanguage() ?? browserLanguage());

/** The texts of the page in its language. */
export const text = computed<Texts>(() => LANGUAGES[language.value]);

/** Returns the word that a table of the texts has for a name of the server; `otherwise` for a name without one. */
export function wordFor(words: Readonly<Record<string, string>>, name: string, otherwise = name): string {
  return words[name] ?? otherwise;
}

/** Shows the page in another language, and remembers it. */
export function speak(chosen: Language): void {
  language.value = chosen;
  localStorage.setItem(STORED_LANGUAGE, chosen);
}

function storedLanguage(): Language | null {
  const stored = localStorage.getItem(STORED_LANGUAGE);
  return stored === "en" || stored === "pt" ? stored : null;
}

function browserLanguage(): Language {
  const known = navigator.languages.find((name) => /^(en|pt)\b/i.test(name));
  return known?.toLowerCase().startsWith("pt") ? "pt" : "en";
}
