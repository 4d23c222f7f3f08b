import { curlText } from "../client/curl-text.ts";
import { Redaction } from "../report/redaction.ts";
import { eventStreamType } from "../spec/operations.ts";
import { requestFor } from "../verbs/ask-operation.ts";
import {
  type Documented,
  documentedOperation,
  documentedOperations,
  type OperationInput,
} from "../verbs/documented.ts";
import type { Tool, ToolArguments } from "./tool.ts";

/** A longer body would fill the context of the agent. */
const MAX_CHARACTERS = 6_000;

/** Operations that are there to give a secret; of others it is not shown. */
const SECRETS: readonly string[] = ["createWebhook", "createWorld", "addCompany", "createKey", "listInbox"];

/** A stream would not end. */
const operations = [...documentedOperations()]
  .filter(([, { responses }]) => !responses.some(({ contentType }) => contentType === eventStreamType))
  .map(([name]) => name);

/** Calls any operation, and shows the answer as it came. */
export const callTool: Tool = {
  name: "call",
  description:
    "Call any operation: of the simulated platform as the application calls it, or of the control plane (all of the test's side: settings, webhooks, routes, the bank). Returns status, body, and the curl command that does the same.",
  inputs: {
    operation: { type: "string", enum: operations, description: "What is called." },
    with: {
      type: "object",
      description:
        "Its parameters and fields of its body by their names. A wrong or missing one is answered with what it takes.",
    },
    send: { type: "boolean", description: "False: only return the curl command." },
  },
  required: ["operation"],
  isReadOnly: false,
  async run({ operation: name, with: given, send = true }, client) {
    const operation = documentedOperation(String(name));
    const inputs: ToolArguments = { ...Object(given) };
    refuseUnfit(operation, inputs);
    const { method, target, body } = requestFor(String(name), inputs, isFree(operation) ? inputs : {});
    const curl = curlText(method, client.url + target, ['"X-API-KEY: $SALDO_API_KEY"'], body);
    if (send === false) return curl;
    const answer = await client.ask(method, target, body);
    const takes = answer.status === 400 ? `\n${takesText(operation)}` : "";
    return `HTTP ${answer.status}\n${bodyText(operation, answer.body)}${takes}\n\n${curl}`;
  },
};

/** Whether the body has names that callers choose, as routes have hosts. */
function isFree({ body }: Documented): boolean {
  return typeof body?.schema.additionalProperties === "object";
}

/** Throws an `Error` that tells what the operation takes. */
function refuseUnfit(operation: Documented, given: ToolArguments): void {
  const { inputs } = operation;
  const unknown = Object.keys(given).find((name) => !inputs.some((input) => input.name === name));
  if (!isFree(operation) && unknown !== undefined)
    throw new Error(`There is no ${JSON.stringify(unknown)}. ${takesText(operation)}`);
  const missing = inputs.find(({ name, place }) => place === "path" && given[name] === undefined);
  if (missing !== undefined) throw new Error(`${missing.name} is missing. ${takesText(operation)}`);
}

function takesText(operation: Documented): string {
  const { operationId, inputs, body } = operation;
  if (isFree(operation)) return `${operationId} takes an object. ${body?.schema.description}`;
  if (inputs.length === 0) return `${operationId} takes nothing.`;
  return [`${operationId} takes:`, ...inputs.map(inputText)].join("\n- ");
}

function inputText({ name, schema, text = "" }: OperationInput): string {
  const { type = "one of several forms", enum: choices } = schema;
  return `${name} (${choices === undefined ? type : choices.join(", ")}): ${text}`;
}

function bodyText({ operationId }: Documented, body: unknown): string {
  if (body === null) return "(no body)";
  // No more of an answer is read than is shown: redacting all of a large one would keep other requests waiting.
  const whole = typeof body === "string" ? body : JSON.stringify(body);
  const cut = whole.slice(0, MAX_CHARACTERS);
  const shown = typeof body === "string" || SECRETS.includes(operationId) ? cut : new Redaction().beginning(cut);
  if (whole.length <= MAX_CHARACTERS) return shown;
  return `${shown}\n… cut at ${MAX_CHARACTERS} of ${whole.length} characters; ask for fewer`;
}
