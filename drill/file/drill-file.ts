import fc, { type Arbitrary } from "fast-check";
import { parse } from "yaml";
import { readTextFile } from "../../src/text-file.ts";
import { type BookPaths, PLAIN_PATHS } from "../books/book-source.ts";
import type { Amounts } from "../books/withdrawal-state.ts";
import { errorText } from "../unusable.ts";
import type { Doing } from "./doing.ts";

/** What `drill.yaml` says. */
export interface DrillFile {
  readonly world?: string;
  readonly start?: string;
  readonly ready?: Doing;
  readonly begin?: Doing;
  readonly receiver?: string;
  readonly settle?: Doing;
  readonly acts: Readonly<Record<string, FileAct>>;
  readonly books: { readonly from: Doing; readonly paths: BookPaths };
  readonly amounts?: Amounts;
}

export interface FileAct {
  readonly do: Doing;
  readonly with: Readonly<Record<string, Arbitrary<string | number>>>;
  /** Whether it types a code, so that it waits for one. */
  readonly typesCode: boolean;
}

const KEYS = ["world", "start", "ready", "begin", "receiver", "acts", "settle", "books", "amounts"];

type Given = Readonly<Record<string, unknown>>;

/** Reads a drill file. Throws an error that says what is wrong, and where. */
export async function readDrillFile(file: string): Promise<DrillFile> {
  const text = await readTextFile(file);
  try {
    return drillFile(record(parse(text), "the file"));
  } catch (error) {
    // The parser shows the source below its first line, which ends with the place.
    const [told = ""] = errorText(error).split(":\n");
    throw new Error(`${file}: ${told}`);
  }
}

function drillFile(given: Given): DrillFile {
  const unknown = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw new Error(`there is no "${unknown}". Allowed are ${KEYS.join(", ")}.`);
  const { world, start, ready, begin, receiver, settle, amounts } = given;
  if (given.acts === undefined) throw new Error('"acts" is missing: what the application can be told to do.');
  if (given.books === undefined) throw new Error('"books" is missing: where the application tells what it has paid.');
  if (amounts !== undefined && amounts !== "gross" && amounts !== "net") throw new Error('"amounts" is gross or net.');
  const acts = Object.entries(record(given.acts, "acts")).map(([name, act]) => [name, actOf(act, `acts.${name}`)]);
  return {
    ...present({ world, start, receiver }, text),
    ...present({ ready, begin, settle }, doing),
    acts: Object.fromEntries(acts),
    books: booksOf(given.books),
    ...(amounts && { amounts }),
  };
}

function present<T>(given: Given, read: (value: unknown, at: string) => T): Readonly<Record<string, T>> {
  const there = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there.map(([name, value]) => [name, read(value, name)]));
}

/** `POST http://…`, `command:…`, or one of them as `do` beside a `body`. */
function doing(given: unknown, at: string): Doing {
  const { do: line, body } = typeof given === "string" ? { do: given } : record(given, at);
  const [, command] = /^command:\s*(\S[\s\S]*)$/.exec(text(line, `${at}.do`)) ?? [];
  if (command !== undefined) return { command };
  const [, method, url] = /^(GET|POST|PUT|PATCH|DELETE) (https?:\/\/\S+)$/.exec(String(line)) ?? [];
  if (method === undefined || url === undefined)
    throw new Error(
      `${at} is ${JSON.stringify(line)}. Allowed is "POST http://127.0.0.1:3000/payouts" or "command:./pay".`,
    );
  return { method, url, ...(body !== undefined && { body }) };
}

function actOf(given: unknown, at: string): FileAct {
  const act = doing(given, at);
  const drawn = typeof given === "string" ? {} : record(record(given, at).with ?? {}, `${at}.with`);
  const args = Object.entries(drawn).filter(([, value]) => value !== "code");
  return {
    do: act,
    with: Object.fromEntries(args.map(([name, value]) => [name, drawnOf(value, `${at}.with.${name}`)])),
    typesCode: args.length < Object.keys(drawn).length,
  };
}

function drawnOf(given: unknown, at: string): Arbitrary<string | number> {
  if (Array.isArray(given) && given.length > 0)
    return fc.constantFrom(...given.map((one) => (typeof one === "number" ? one : text(one, at))));
  const { min, max } = record(given, at);
  if (Number.isSafeInteger(min) && Number.isSafeInteger(max) && Number(min) <= Number(max))
    return fc.integer({ min: Number(min), max: Number(max) });
  throw new Error(`${at} is ${JSON.stringify(given)}. Allowed is { min: 500, max: 30000 }, a list, or code.`);
}

function booksOf(given: unknown): DrillFile["books"] {
  if (typeof given === "string") return { from: doing(given, "books"), paths: PLAIN_PATHS };
  const { from, payouts, payout, states, ...totals } = record(given, "books");
  const words = Object.entries(record(states ?? {}, "books.states")).map(([state, all]) => [
    state,
    [all].flat().map(String),
  ]);
  return {
    from: doing(from, "books.from"),
    paths: {
      totals: present(totals, text),
      payouts: payouts === undefined ? PLAIN_PATHS.payouts : text(payouts, "books.payouts"),
      payout: present(record(payout ?? {}, "books.payout"), text),
      states: Object.fromEntries(words),
    },
  };
}

function record(given: unknown, at: string): Given {
  if (typeof given === "object" && given !== null && !Array.isArray(given))
    return Object.fromEntries(Object.entries(given));
  throw new Error(`${at} is ${JSON.stringify(given) ?? "missing"}. It must have names with values.`);
}

function text(given: unknown, at: string): string {
  if (typeof given === "string" && given !== "") return given;
  throw new Error(`${at} is ${JSON.stringify(given) ?? "missing"}. It must be a text.`);
}
