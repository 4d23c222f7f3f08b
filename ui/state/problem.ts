import { UnexpectedAnswer } from "../../src/client/unexpected-answer.ts";
import { moneyText } from "../parts/money.tsx";
import { filled } from "../text/said.ts";
import { text } from "../text/text.ts";

/** Returns why something failed, in a sentence of the server where there is one. */
export function problemText(error: unknown): string {
  if (error instanceof UnexpectedAnswer) return sentenceIn(error.body) ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns why something was refused: the page's own sentence where it has one for the code, else that of the server. The
 * control plane answers with a problem, which has a `detail`; the interface with a `message`, and the facts in `data`.
 */
export function sentenceIn(body: unknown): string | null {
  const own = ownSentence(fieldOf(body, "code") === undefined ? fieldOf(body, "data") : body);
  if (own !== null) return own;
  for (const name of ["detail", "message", "title"]) {
    const sentence = fieldOf(body, name);
    if (typeof sentence === "string") return sentence;
  }
  return null;
}

const AMOUNTS = ["value", "balance", "minimum", "fee", "realMinimum"];

/** What many codes have in common: the page says the same of a charge as of a withdrawal. A rewind undoes no path and no name. */
const KIND = /^(?:CHARGE|SUBSCRIPTION|WITHDRAWAL|WEBHOOK|DELIVERY|COMPANY|FAULT|BOOKMARK)_(STATE_CONFLICT|UNKNOWN)$/;

/** Returns the page's sentence for a code; null if there is none, or if it needs a fact that the answer does not have. */
function ownSentence(facts: unknown): string | null {
  const sentences: Readonly<Record<string, string>> = text.problems;
  const code = String(fieldOf(facts, "code"));
  const sentence = sentences[KIND.exec(code)?.[1] ?? code];
  if (sentence === undefined) return null;
  const shown = Object.entries(Object(facts)).map(([name, fact]) => {
    return [name, AMOUNTS.includes(name) ? moneyText(Number(fact)) : String(fact)];
  });
  const told = filled(sentence, Object.fromEntries(shown));
  return told.includes("{") ? null : told;
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}
