import { frame } from "./frame.ts";
import { history } from "./history.ts";
import { payments } from "./payments.ts";
import { problems } from "./problems.ts";
import { type Fact, filled, type Table } from "./said.ts";
import { tools } from "./tools.ts";
import { worlds } from "./worlds.ts";

/** Every text of the page in both languages, by what it is about. */
export const tables = { ...frame, ...problems, ...history, ...payments, ...tools, ...worlds };

export const LANGUAGES = ["en", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of a table in one language. One that tells something of the world is a function. */
type Spoken<T> = {
  readonly [K in keyof T]: T[K] extends readonly [infer S, string] ? Telling<S> : Spoken<T[K]>;
};

type Telling<S> = S extends `${string}{1${string}`
  ? (first: Fact, second: Fact) => string
  : S extends `${string}{0${string}`
    ? (given: Fact) => string
    : string;

/** Returns the texts of a table in a language, which is asked for with each of them. */
export function spoken<T extends Table>(table: T, language: () => Language): Spoken<T>;
export function spoken(table: Table, language: () => Language): unknown {
  const texts = {};
  for (const [name, said] of Object.entries(table)) {
    const get = () => (isTable(said) ? undefined : toldBy(said[LANGUAGES.indexOf(language())] ?? ""));
    Object.defineProperty(texts, name, {
      ...(isTable(said) ? { value: spoken(said, language) } : { get }),
      enumerable: true,
    });
  }
  return texts;
}

function toldBy(said: string): unknown {
  return said.includes("{0") ? (...given: readonly Fact[]) => filled(said, Object.fromEntries(given.entries())) : said;
}

function isTable(entry: Table[string]): entry is Table {
  return !Array.isArray(entry);
}
