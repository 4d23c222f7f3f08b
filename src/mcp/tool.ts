import type { SaldoClient } from "../client/saldo-client.ts";
import type { Schema } from "../spec/schema.ts";

/** What a program of an agent can let Saldo do, with what the agent reads of it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** A schema for each argument, by its name. */
  readonly inputs: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** Whether it leaves everything as it is. */
  readonly isReadOnly: boolean;
  /**
   * Returns what the agent reads. `signal` aborts when the agent waits no longer. Throws an `Error` whose message says what
   * was wrong, and the way out.
   */
  readonly run: (given: ToolArguments, client: SaldoClient, signal: AbortSignal) => Promise<string>;
}

/** Arguments by their names; they fit the schemas of the tool. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** More lines would fill the context of the agent. */
const MAX_LINES = 60;

/** Returns the first lines of a text, and says how many are left out. `way`: how to see these. */
export function firstLines(text: string, way: string): string {
  const lines = text.split("\n");
  const left = lines.length - MAX_LINES;
  return left <= 0 ? text : [...lines.slice(0, MAX_LINES), `… ${left} more lines. ${way}`].join("\n");
}
