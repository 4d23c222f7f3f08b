import type { Command } from "commander";
import type { Connection } from "../../client/connection.ts";
import type { SaldoClient } from "../../client/saldo-client.ts";
import type { OptionSpec } from "../option.ts";
import { typedSecret } from "../option-values.ts";
import type { Output } from "../output.ts";
import { WAY_OPTIONS, type WayChoice, wayToSandbox } from "../sandbox-way.ts";
import { UserError } from "../user-error.ts";
import { sandboxProblem } from "./sandbox-problem.ts";

/** With what a running sandbox knows a command. */
export const CREDENTIAL_OPTIONS: readonly OptionSpec[] = [
  [
    "--api-key <key>",
    "key of a company of the world",
    { env: "SALDO_API_KEY", standard: "sandbox-key", secret: typedSecret },
  ],
  ["--admin-token <token>", "admin token of a shared sandbox", { env: "SALDO_ADMIN_TOKEN", secret: typedSecret }],
];

export const CONNECTION_OPTIONS: readonly OptionSpec[] = [...WAY_OPTIONS, ...CREDENTIAL_OPTIONS];

/** Returns the connection to the sandbox that a command names. Throws `UserError`. */
export async function connectionOf(command: Command, output: Output): Promise<Connection> {
  const { apiKey, adminToken, ...choice } = command.opts<WayChoice & { apiKey: string; adminToken?: string }>();
  const { url, tls } = await wayToSandbox(choice, output);
  if (tls === undefined) return { url, apiKey, adminToken };
  const { secureFetch } = await import("../../client/secure-fetch.ts");
  return { url, apiKey, adminToken, fetch: secureFetch(tls) };
}

/** Returns a client of the sandbox that a command names. Throws `UserError`. */
export async function connected(command: Command, output: Output): Promise<SaldoClient> {
  const { SaldoClient: Client } = await import("../../client/saldo-client.ts");
  return new Client(await connectionOf(command, output));
}

/** Throws `UserError` with what the sandbox said. */
export async function orSandboxProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(sandboxProblem(error), { cause: error });
  }
}
