import type { SaldoClient } from "../client/saldo-client.ts";
import type { Schema } from "../spec/schema.ts";
import { answerText } from "../verbs/answer-text.ts";
import { askOperation } from "../verbs/ask-operation.ts";
import { documentedOperation, type OperationInput } from "../verbs/documented.ts";
import { firstLines, type Tool, type ToolArguments } from "./tool.ts";

interface Details {
  /** What an agent must know beside the summary of the operation. */
  readonly hint: string;
  /** Inputs of the operation that the tool does not have. */
  readonly without?: readonly string[];
  readonly defaults?: ToolArguments;
  /** The parts of the answer that the agent reads, each as verbs of the command line have their columns. */
  readonly shown?: readonly string[];
  /** Returns what the agent reads, where columns do not do. */
  readonly run?: Tool["run"];
  /** The screen of the page that shows the same. */
  readonly screen?: string;
}

/** Returns the tool for one operation; its inputs are the document's. */
export function operationTool(name: string, operationId: string, details: Details): Tool {
  const { hint, shown = [], without = [], defaults = {}, screen } = details;
  const { run = (given, client) => shownOf(client, operationId, given, shown) } = details;
  const { summary = "", method, inputs, body } = documentedOperation(operationId);
  const taken = inputs.filter((input) => !without.includes(input.name));
  const needed: readonly string[] = body?.schema.required ?? [];
  return {
    name,
    description: `${summary}. ${hint}`,
    inputs: Object.fromEntries(taken.map((input) => [input.name, schemaOf(input, defaults[input.name])])),
    required: taken.filter((input) => input.place === "path" || needed.includes(input.name)).map((one) => one.name),
    isReadOnly: method === "GET",
    async run(given, client, signal) {
      const text = firstLines(await run({ ...defaults, ...given }, client, signal), "Ask for a part.");
      return screen === undefined ? text : `${text}\nPage: ${client.url}/sandbox/ui/#/${screen}`;
    },
  };
}

/** Returns parts of an answer as columns. Throws `UnexpectedAnswer`. */
export async function shownOf(client: SaldoClient, name: string, given: ToolArguments, shown: readonly string[]) {
  const { answer } = await askOperation(client, name, given);
  return shown.map((part) => answerText(answer.body, part)).join("\n\n");
}

/** What an agent need not read: the sandbox judges it, with a sentence that says what is allowed. */
const UNTOLD = /^(x-.*|pattern|minLength|maxLength)$/;

/** Returns the schema of an input as an agent reads it: of a name or a whole document, no more than that. */
function schemaOf({ schema, text }: OperationInput, standard: unknown): Schema {
  const { oneOf, ...rest } = schema;
  const told = { ...(text && { description: text }), ...(standard !== undefined && { default: standard }) };
  const chosen = { ...rest, ...(oneOf && { type: ["string", "object"] }), ...told };
  return JSON.parse(JSON.stringify(chosen, (key, value) => (UNTOLD.test(key) ? undefined : value)));
}
