import { setTimeout as sleep } from "node:timers/promises";
import { InvalidArgumentError } from "commander";
import type { BodyOf } from "../../client/connection.ts";
import type { SaldoClient } from "../../client/saldo-client.ts";
import { advanceText } from "../../verbs/advance-text.ts";
import { fields, table } from "../../verbs/table.ts";
import { UserError } from "../user-error.ts";
import type { Carried, Verb } from "./verb.ts";

export async function advanced(
  client: SaldoClient,
  body: Parameters<SaldoClient["clock"]["advance"]>[0],
): Promise<Carried> {
  const answer = await client.clock.advance(body);
  return { answer, text: advanceText(answer) };
}

const PAUSE_MS = 100;

/** Reads the mailbox; with --wait as soon as a code in it is still valid. Throws `UserError` after that time. */
export const withValidCode: Required<Verb>["run"] = async (ask, { wait, withdrawId }, client) => {
  if (wait === undefined) return ask();
  const endMs = performance.now() + Number(wait) * 1_000;
  for (;;) {
    const found = await client.inbox.messages(textOf(withdrawId));
    const { now } = await client.clock.read();
    if (found.some(({ expiresAt }) => expiresAt > now)) return ask();
    if (performance.now() >= endMs) throw new UserError(`no valid code came within ${wait} s`);
    await sleep(PAUSE_MS);
  }
};

/** Reads the statement of a company; with --format as a file. */
export const readStatement: Required<Verb>["run"] = async (_, { format, from, to }, { history }) => {
  const period = { from: textOf(from), to: textOf(to) };
  if (format === "csv" || format === "ofx") {
    const file = await history.statementFile(format, period);
    return { answer: file, text: file.trimEnd() };
  }
  const answer = await history.statement(period);
  const { entries } = answer;
  const listed =
    entries.length === 0
      ? "No entries."
      : table(entries, "at reason reference amount=amountCents balance=balanceCents");
  return { answer, text: `${listed}\n${fields(answer, "opening=openingCents closing=closingCents")}` };
};

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Returns where a word leads: a position, an instant, or else the name of a bookmark. */
export function rewindTarget(word: string): BodyOf<"rewindWorld"> {
  if (/^\d+$/.test(word)) return { position: Number(word) };
  return /^\d{4}-\d\d-\d\dT/i.test(word) ? { at: word } : { bookmark: word };
}

/** Returns the preset or the fixture that a file has; nothing for the name of a shipped one. */
export async function fileIn(what: "preset" | "fixture", nameOrFile: string): Promise<object> {
  if (!/\.(ya?ml|json)$/i.test(nameOrFile)) return {};
  const { readObject } = await import("./object-file.ts");
  return { [what]: await readObject(nameOrFile, what) };
}

/** Returns the name and the value of `Retry-After: 2`. */
export function typedHeader(text: string): readonly [string, string] {
  const [all, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(text) ?? [];
  if (all === undefined) throw new InvalidArgumentError('Allowed is a header such as "Retry-After: 2".');
  return [name, value];
}
