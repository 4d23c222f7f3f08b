import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Connection } from "../client/connection.ts";
import { SaldoClient } from "../client/saldo-client.ts";
import { UnexpectedAnswer } from "../client/unexpected-answer.ts";
import { remembering } from "../remembering.ts";
import { harmless } from "../report/printed-text.ts";
import { Redaction } from "../report/redaction.ts";
import { tellProblems } from "../spec/problem.ts";
import type { Schema } from "../spec/schema.ts";
import { createValidatorCompiler } from "../spec/validator.ts";
import type { Tool, ToolArguments } from "./tool.ts";

const API_KEY: Schema = { type: "string", description: "A key from open_world; by default the key of the connection." };

/** Returns a tool as a client lists it. */
export function listedTool(tool: Tool) {
  const { name, description, isReadOnly } = tool;
  const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false };
  return { name, description, inputSchema: schemaOf(tool), annotations };
}

/** Runs a tool in the world of the key. Returns what the agent reads, also of an error. */
export async function answerOfTool(
  tool: Tool,
  given: ToolArguments,
  connection: Connection,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const { apiKey = connection.apiKey, ...rest } = given;
  const redaction = new Redaction([connection.apiKey, apiKey].filter((key) => typeof key === "string"));
  const answer = (text: string, isError: boolean) => ({ content: [{ type: "text" as const, text }], isError });
  try {
    const problems = validatorOf(tool)(given, "");
    if (problems.length > 0) throw new Error(tellProblems(problems));
    const client = new SaldoClient({ ...connection, apiKey: apiKey === null ? null : String(apiKey) });
    return answer(redaction.text(harmless(await tool.run(rest, client, signal))), false);
  } catch (error) {
    const text = harmless(problemText(error));
    // A key that is not known is not repeated; the public one may be named, which has to be readable.
    const isUnknownKey = error instanceof UnexpectedAnswer && error.status === 401;
    return answer(isUnknownKey ? text : redaction.text(text), true);
  }
}

function schemaOf({ inputs, required }: Tool) {
  const properties = { ...inputs, apiKey: API_KEY };
  return { type: "object" as const, properties, required: [...required], additionalProperties: false };
}

/** Returns what judges the arguments of a tool, compiled once. */
const validatorOf = remembering(64, (tool: Tool) => createValidatorCompiler().compileValidator(schemaOf(tool)));

/** Returns why an agent did not get what it asked for, and the way out. */
export function problemText(error: unknown): string {
  if (!(error instanceof UnexpectedAnswer)) return error instanceof Error ? error.message : String(error);
  const { detail, message = error.message, code }: Readonly<Record<string, unknown>> = Object(error.body);
  const way = error.status === 401 && code !== "ADMIN_REQUIRED" ? KEY_WAY : "";
  return `${detail ?? message}${way} (${[error.status, code].filter(Boolean).join(" ")})`;
}

const KEY_WAY = " Call open_world and pass its key as apiKey, or configure this server with one.";
