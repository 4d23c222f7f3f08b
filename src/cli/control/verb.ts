import type { Command } from "commander";
import { type Connection, sent } from "../../client/connection.ts";
import type { SaldoClient } from "../../client/saldo-client.ts";
import { harmless, printedJson } from "../../report/printed-text.ts";
import { addOptions, type OptionSpec } from "../option.ts";
import { headerSecret } from "../option-values.ts";
import type { CommandLine, Output } from "../output.ts";
import { type WayChoice, wayOptions, wayToSandbox } from "../sandbox-way.ts";
import { UserError } from "../user-error.ts";
import { sandboxProblem } from "./sandbox-problem.ts";

/** What a verb gets from the command line. */
export interface Call<Flags> {
  readonly client: SaldoClient;
  readonly args: readonly string[];
  readonly flags: Flags;
}

interface VerbSpec<Answer, Flags> {
  /** The verb and its arguments: `pay <chargeId>`. */
  readonly usage: string;
  readonly text: string;
  readonly options?: readonly OptionSpec[];
  /** Without `saldo` and the noun. */
  readonly examples: readonly string[];
  readonly run: (call: Call<Flags>) => Promise<Answer>;
  /** Returns the answer as a person reads it. */
  readonly show: (answer: Answer) => string;
}

/** One thing that a command does with a running sandbox. */
export interface Verb extends Pick<VerbSpec<unknown, unknown>, "usage" | "text" | "options" | "examples"> {
  readonly carryOut: (client: SaldoClient, args: readonly string[], command: Command) => Promise<Carried>;
}

interface Carried {
  readonly answer: unknown;
  readonly text: string;
}

/** Ties the answer of a verb to how it is shown. */
export function verb<Answer, Flags extends object = object>(spec: VerbSpec<Answer, Flags>): Verb {
  const { run, show, ...rest } = spec;
  return {
    ...rest,
    async carryOut(client, args, command) {
      const answer = await run({ client, args, flags: command.opts<Flags>() });
      return { answer, text: show(answer) };
    },
  };
}

interface ConnectionChoice extends WayChoice {
  readonly apiKey: string;
  readonly adminToken?: string;
}

/** How a command reaches a running sandbox. */
export const CONNECTION_OPTIONS: readonly OptionSpec[] = [
  ...wayOptions("SALDO_URL"),
  [
    "--api-key <key>",
    "SALDO_API_KEY",
    "key of a company of the world",
    { standard: "sandbox-key", secret: headerSecret },
  ],
  ["--admin-token <token>", "SALDO_ADMIN_TOKEN", "admin token of a shared sandbox", { secret: headerSecret }],
];

const JSON_OPTION: OptionSpec = ["--json", null, "print the answer as JSON, for scripts"];

/** Returns the connection to the sandbox that a command names. Throws `UserError`. */
export async function connectionOf(command: Command, output: Output): Promise<Connection> {
  const { apiKey, adminToken, ...choice } = command.opts<ConnectionChoice>();
  const { url, tls } = await wayToSandbox(choice, output);
  if (tls === undefined) return { url, apiKey, adminToken };
  const { secureFetch } = await import("../../client/secure-fetch.ts");
  return { url, apiKey, adminToken, fetch: secureFetch(tls) };
}

/** Returns a client of the sandbox that a command names. Throws `UserError`. */
export async function connected(command: Command, output: Output): Promise<SaldoClient> {
  const { SaldoClient: Client } = await import("../../client/saldo-client.ts");
  const { sandboxAnswers } = await import("./sandbox-answers.ts");
  const { fetch: send = sent, ...connection } = await connectionOf(command, output);
  return new Client({ ...connection, fetch: sandboxAnswers(connection.url, send) });
}

/** Adds `saldo <noun>` with its verbs. `usual`: the verb that the noun alone means. */
export function addNoun(program: Command, line: CommandLine, noun: Noun): void {
  const command = program.command(noun.name).description(noun.text);
  if (noun.verbs.length > 1)
    command.addHelpText(
      "after",
      examples(
        noun.name,
        noun.verbs.flatMap((one) => one.examples[0] ?? []),
      ),
    );
  for (const one of noun.verbs) {
    const [name = ""] = one.usage.split(" ");
    const isUsual = name === noun.usual;
    addVerb(command.command(one.usage, { isDefault: isUsual }), line, noun.name, one);
  }
}

/** What the control plane is about: charges, the clock, the mailbox. */
export interface Noun {
  readonly name: string;
  readonly text: string;
  readonly verbs: readonly Verb[];
  readonly usual: string | null;
}

/** Adds what a command does with a running sandbox. */
export function addVerb(command: Command, { output }: CommandLine, noun: string, one: Verb): void {
  addOptions(command, [...(one.options ?? []), ...CONNECTION_OPTIONS, JSON_OPTION])
    .description(one.text)
    .addHelpText("after", examples(noun, one.examples))
    .action(async (...given: unknown[]) => {
      const args = given.filter((word) => typeof word === "string");
      const { answer, text } = await carriedOut(async () =>
        one.carryOut(await connected(command, output), args, command),
      );
      const { json } = command.opts<{ json?: boolean }>();
      await output.print(`${json ? printedJson(JSON.stringify(answer, null, 2)) : harmless(text)}\n`);
    });
}

function examples(noun: string, lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  saldo ${noun} ${line}`).join("\n")}`;
}

/** Throws `UserError` with what the sandbox said. */
export async function carriedOut<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(sandboxProblem(error), { cause: error });
  }
}
