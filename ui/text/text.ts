import { stored } from "../state/stored.ts";
import { LANGUAGES, type Language, spoken, tables } from "./texts.ts";

/** The language of the page: what was chosen, else the browser's, else English. */
export const language = stored("saldo-language", LANGUAGES, browserLanguage());

/** The texts of the page in its language. They are looked up where they are drawn, so that another language shows at once. */
export const text = spoken(tables, () => language.value);

/** Returns the word that a table of the texts has for a name of the server; `otherwise` for a name without one. */
export function wordFor(words: Readonly<Record<string, string>>, name: string, otherwise = name): string {
  return words[name] || otherwise;
}

function browserLanguage(): Language {
  const known = navigator.languages.find((name) => /^(en|pt)\b/i.test(name));
  return known?.toLowerCase().startsWith("pt") ? "pt" : "en";
}
