import fc, { type Arbitrary } from "fast-check";
import { refuseUnknownOptions } from "../../src/client/known-options.ts";
import { tellProblems } from "../../src/spec/problem.ts";
import { readYaml } from "../../src/spec/yaml-source.ts";
import { readTextFile } from "../../src/text-file.ts";
import { type BookPaths, FIELDS, PLAIN_PATHS } from "../books/book-source.ts";
import { AMOUNTS, STATES, TOTALS } from "../books/books.ts";
import { addressAt, choiceAt, errorText, type Given, notUsable, recordAt, textAt } from "../unusable.ts";
import type { Doing } from "./doing.ts";

/** What `drill.yaml` says. */
export type DrillFile = ReturnType<typeof drillFile>;

/** `typesCode`: whether it types a code, so that it waits for one. */
export type FileAct = ReturnType<typeof actOf>;

/** Reads a drill file. Throws an error that says what is wrong, and where. */
export async function readDrillFile(file: string): Promise<DrillFile> {
  const source = readYaml(await readTextFile(file), file);
  // What follows the first mistake is mostly because of it.
  if ("problems" in source) throw new Error(tellProblems(source.problems.slice(0, 1)));
  const { value } = source;
  // It may be any file, whose text an agent must not read.
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${file}: it must have names with values, such as acts and books.`);
  try {
    return drillFile({ ...value });
  } catch (error) {
    throw new Error(`${file}: ${errorText(error)}`);
  }
}

function drillFile(given: Given) {
  if (given.acts === undefined) throw new Error('"acts" is missing: what the application can be told to do.');
  if (given.books === undefined) throw new Error('"books" is missing: where the application tells what it has paid.');
  const file = {
    amounts: optional(given, "amounts", (value, at) => choiceAt(value, at, AMOUNTS)),
    world: optional(given, "world", textAt),
    start: optional(given, "start", textAt),
    receiver: optional(given, "receiver", addressAt),
    ready: optional(given, "ready", doing),
    begin: optional(given, "begin", doing),
    settle: optional(given, "settle", doing),
    acts: mapped(recordAt(given.acts, "acts"), (act, name) => actOf(act, `acts.${name}`)),
    books: booksOf(given.books),
  } as const;
  refuseUnknownOptions("the file", given, Object.keys(file));
  const isServer = file.receiver !== undefined || "url" in file.books.from;
  if (file.start !== undefined && file.ready === undefined && isServer)
    throw new Error(
      '"ready" is missing: when what "start" starts can be asked, such as GET http://127.0.0.1:3000/health.',
    );
  return file;
}

function optional<T>(given: Given, name: string, read: (value: unknown, at: string) => T): T | undefined {
  return given[name] === undefined ? undefined : read(given[name], name);
}

function mapped<T>(given: Given, read: (value: unknown, name: string) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, read(value, name)]));
}

/** Returns what stands at a place, by name. Throws an error for a name that means nothing there. */
function partsAt(given: unknown, at: string, known: readonly string[]): Given {
  const parts = recordAt(given, at);
  refuseUnknownOptions(at, parts, known);
  return parts;
}

/** `POST http://…`, `command:…`, or one of them as `do` beside a `body`. */
function doing(given: unknown, at: string): Doing {
  const { do: line, body } = typeof given === "string" ? { do: given } : partsAt(given, at, ["do", "body", "with"]);
  const [, command] = /^command:\s*(\S[\s\S]*)$/.exec(textAt(line, `${at}.do`)) ?? [];
  if (command !== undefined) return { command };
  const [, method, url] = /^(GET|POST|PUT|PATCH|DELETE) (https?:\/\/\S+)$/.exec(String(line)) ?? [];
  if (method !== undefined && url !== undefined) return { method, url, body };
  throw notUsable(line, at, 'Allowed is "POST http://127.0.0.1:3000/payouts" or "command:./pay".');
}

function actOf(given: unknown, at: string) {
  const drawn = recordAt(Object(given).with ?? {}, `${at}.with`);
  const args = Object.entries(drawn).filter(([, value]) => value !== "code");
  const way = doing(given, at);
  if ("command" in way && "path" in drawn)
    throw new Error(`${at}.with.path needs another name: a command gets it as a variable, which is PATH.`);
  return {
    do: way,
    with: mapped(Object.fromEntries(args), (value, name) => drawnOf(value, `${at}.with.${name}`)),
    typesCode: args.length < Object.keys(drawn).length,
  };
}

function drawnOf(given: unknown, at: string): Arbitrary<string | number> {
  if (Array.isArray(given) && given.length > 0)
    return fc.constantFrom(...given.map((one) => (typeof one === "number" ? one : textAt(one, at))));
  const { min, max } = given === Object(given) ? partsAt(given, at, ["min", "max"]) : {};
  if (Number.isSafeInteger(min) && Number.isSafeInteger(max) && Number(min) <= Number(max))
    return fc.integer({ min: Number(min), max: Number(max) });
  throw notUsable(given, at, "Allowed is { min: 500, max: 30000 }, a list, or code.");
}

function booksOf(given: unknown): { readonly from: Doing; readonly paths: BookPaths } {
  if (typeof given === "string") return { from: doing(given, "books"), paths: PLAIN_PATHS };
  const parts = partsAt(given, "books", ["from", ...TOTALS, "payouts", "payout", "states"]);
  const { from, payouts = PLAIN_PATHS.payouts, payout = {}, states = {}, ...totals } = parts;
  return {
    from: doing(from, "books.from"),
    paths: {
      totals: mapped(totals, (path, name) => textAt(path, `books.${name}`)),
      payouts: textAt(payouts, "books.payouts"),
      payout: mapped(partsAt(payout, "books.payout", FIELDS), (path, name) => textAt(path, `books.payout.${name}`)),
      states: mapped(partsAt(states, "books.states", STATES), (words) => [words].flat().map(String)),
    },
  };
}
