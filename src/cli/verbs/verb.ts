import type { SaldoClient } from "../../client/saldo-client.ts";
import { answerText, rowsOf } from "../../verbs/answer-text.ts";
import { askOperation } from "../../verbs/ask-operation.ts";
import { documentedOperation } from "../../verbs/documented.ts";
import type { OptionSpec } from "../option.ts";

/** One thing that a command does with a running sandbox: an operation, of which the documents say the most. */
export interface Verb extends VerbDetails {
  /** The verb and its arguments. What the operation calls otherwise has that name behind it: `create <cents=total>`. */
  readonly usage: string;
  readonly operationId: string;
  /** The columns that a person reads of the answer, with the list that they are of: `worlds: world=worldId fixture`. */
  readonly shown: string;
}

interface VerbDetails {
  /** What is said instead of no columns, or of an empty list. */
  readonly said?: string;
  /** By default the summary of the operation. */
  readonly text?: string;
  /** What comes behind `saldo` and the noun; by default the usage with examples of the documents. */
  readonly examples?: readonly string[];
  /** Options that the operation does not have. */
  readonly options?: readonly OptionSpec[];
  /** What the operation has and the verb does not. */
  readonly without?: readonly string[];
  /** `ask` asks for the operation with what was given, and with more in its body. */
  readonly run?: (ask: (more?: object) => Promise<Carried>, given: Given, client: SaldoClient) => Promise<Carried>;
}

export function verb(usage: string, operationId: string, shown: string, details: VerbDetails = {}): Verb {
  return { usage, operationId, shown, ...details };
}

/** Values of arguments and options, by the operation's names where it has them. */
type Given = Readonly<Record<string, unknown>>;

/** What a verb has done: an answer for --json, and what a person reads of it. */
export interface Carried {
  readonly answer: unknown;
  readonly text: string;
}

/** Does with a running sandbox what a verb says. Throws `UnexpectedAnswer` when that fails. */
export function carryOut(verb: Verb, given: Given, client: SaldoClient): Promise<Carried> {
  const { run = (ask) => ask() } = verb;
  return run(async (more) => told(verb, await asked(client, verb.operationId, given, more)), given, client);
}

function told({ shown, said }: Verb, answer: unknown): Carried {
  const [, list] = shown.split(": ").toReversed();
  return { answer: list === undefined ? answer : rowsOf(answer, list), text: answerText(answer, shown, said) };
}

/**
 * Asks for an operation. Returns the answer without the envelope of the platform; where there is none, the parameters of the
 * path. Throws `UnexpectedAnswer` when it fails, and `UserError` for what no control plane answers.
 */
export async function asked(client: SaldoClient, operationId: string, given: Given, more?: object): Promise<unknown> {
  const { answer, parameters, isOfControlPlane } = await askOperation(client, operationId, given, more);
  if (!isOfControlPlane) return answer.at("data");
  const { refuseForeign } = await import("./foreign-answer.ts");
  refuseForeign(answer, documentedOperation(operationId));
  return answer.body ?? parameters;
}
