import { spoken, tables } from "../../ui/text/texts.ts";

/** What the page says in English, and in Portuguese. */
export const en = spoken(tables, () => "en");
export const pt = spoken(tables, () => "pt");
