import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { errorText, notUsable, UnusableApplication } from "../unusable.ts";
import { type Books, parseBooks, TOTALS } from "./books.ts";

/** Where in what an application tells the parts of its books are, by JSONPath. All have defaults. */
export interface BookPaths {
  /** Paths of the totals: `{ available: "$.balance.free" }`. */
  readonly totals: Readonly<Record<string, string>>;
  readonly payouts: string;
  /** Paths of the fields of a payout, from the payout on. */
  readonly payout: Readonly<Record<string, string>>;
  /** The application's words for the states: `{ paid: ["PAID", "settled"] }`. */
  readonly states: Readonly<Record<string, readonly string[]>>;
}

export const PLAIN_PATHS: BookPaths = { totals: {}, payouts: "$.payouts[*]", payout: {}, states: {} };

export const FIELDS = ["reference", "withdrawId", "endToEndId", "cents", "state"];
const environment = new JSONPathEnvironment();

/** Returns the books in what was told: JSON, or a CSV file whose first line names the fields of payouts. Throws `Unusable`. */
export function booksIn(told: unknown, { totals, payouts, payout, states }: BookPaths): Books {
  const { cents = "$.cents" } = payout;
  const found = typeof told === "string" ? { payouts: csvRows(told, cents) } : (told as JSONValue);
  const given = TOTALS.map((name) => [name, totalIn(found, name, totals[name])]);
  // The list itself: without it, a path into it leads to as little as into an empty one.
  const lists = payouts.endsWith("[*]") ? all(payouts.slice(0, -"[*]".length), found) : [[...all(payouts, found)]];
  const [list] = lists;
  const listed = lists.flat().map((one) => {
    const fields = FIELDS.map((name) => [name, first(payout[name] ?? `$.${name}`, one)]);
    const { state, cents, ...others } = Object.fromEntries(fields);
    return { ...others, cents: numberOf(cents), state: stateOf(state, states) };
  });
  return parseBooks({ ...Object.fromEntries(given), payouts: Array.isArray(list) ? listed : list });
}

/** A total whose path was given must be there; others may be left out. */
function totalIn(found: JSONValue, name: string, path: string | undefined): unknown {
  const cents = first(path ?? `$.${name}`, found);
  if (cents !== undefined || path === undefined) return numberOf(cents);
  throw notUsable(cents, `${name} of the books`, `The path ${path} leads to nothing in them.`);
}

function stateOf(state: unknown, states: BookPaths["states"]): unknown {
  return Object.entries(states).find(([, words]) => words.includes(String(state)))?.[0] ?? state;
}

/** Amounts of CSV are texts. */
function numberOf(given: unknown): unknown {
  return typeof given === "string" && /^-?\d+$/.test(given) ? Number(given) : given;
}

function first(path: string, value: JSONValue): JSONValue | undefined {
  return all(path, value)[0];
}

function all(path: string, value: JSONValue): readonly JSONValue[] {
  try {
    return environment.query(path, value).values();
  } catch (error) {
    throw new UnusableApplication(`"${path}" of the books is no JSONPath: ${errorText(error)}`);
  }
}

/** `cents`: the path of the column that no books are without. */
function csvRows(text: string, cents: string): { [name: string]: string }[] {
  const isOfBooks = (head: readonly string[]) =>
    all(cents, Object.fromEntries(head.map((name) => [name, ""]))).length > 0;
  const [head = [], ...rows] = csvFields(text.trim(), isOfBooks);
  const begin = text.trim() === "" ? "are empty" : `begin with: ${text.trim().slice(0, 60)}`;
  if (!isOfBooks(head))
    throw new UnusableApplication(
      `the books are neither JSON nor CSV with a column "${cents.replace("$.", "")}". They ${begin}`,
    );
  const full = rows.filter((row) => row.some((field) => field !== ""));
  return full.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ""])));
}

/** RFC 4180, with the separator that comes first: commas, semicolons or tabs. The others are part of a field. */
function csvFields(text: string, isOfBooks: (head: readonly string[]) => boolean): string[][] {
  const [separator = ","] = /[,;\t]/.exec(text) ?? [];
  const field = new RegExp(`(?: *"((?:[^"]|"")*)" *|([^${separator}\r\n"]*))(${separator}|\r\n?|\n|$)`, "gy");
  const lines: string[][] = [[]];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(field)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain.trim());
    if (end === "") return lines;
    if (end !== separator) lines.push([]);
  }
  // A first row that cannot be read, or has no such columns, is that of no books.
  if (lines.length === 1 || !isOfBooks(lines[0] ?? [])) return [];
  throw new UnusableApplication(`row ${lines.length} of the books has a quote that is not closed or not doubled`);
}
