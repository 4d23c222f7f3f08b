import { Argument, type Command, InvalidArgumentError } from "commander";
import { harmless, printedJson } from "../../report/printed-text.ts";
import type { Schema } from "../../spec/schema.ts";
import { documentedOperation, type OperationInput } from "../../verbs/documented.ts";
import { addOptions, type OptionSpec } from "../option.ts";
import { wholeNumber } from "../option-values.ts";
import type { CommandLine } from "../output.ts";
import { CONNECTION_OPTIONS, connected, orSandboxProblem } from "./connection.ts";
import { carryOut, type Verb } from "./verb.ts";

const JSON_OPTION: OptionSpec = ["--json", "print the answer as JSON, for scripts"];

/** Inputs that have another name as options. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  operationId: "operation",
  webhookId: "webhook",
  withdrawId: "withdrawal",
};

/** Adds `saldo <noun>` with its verbs; the noun alone means the first. */
export function addNoun(program: Command, line: CommandLine, name: string, text: string, verbs: readonly Verb[]): void {
  const noun = program.command(name).description(text);
  const [usual = ""] = verbs[0]?.usage.split(" ", 1) ?? [];
  const first = verbs.flatMap((one) => examplesOf(one)[0] ?? []);
  const alone = `\nsaldo ${name} alone is saldo ${name} ${usual}, and takes its flags.\n`;
  noun.addHelpText("after", alone + examples(`${name} `, first));
  for (const one of verbs) addVerb(noun, line, one, `${name} `, one === verbs[0]);
}

/** Adds what a command does with a running sandbox. `before`: what stands between `saldo` and its usage. */
export function addVerb(parent: Command, { output }: CommandLine, one: Verb, before = "", isDefault = false): void {
  const { operationId, text, options = [], without = [] } = one;
  const { summary = "", inputs } = documentedOperation(operationId);
  const words = wordsOf(one);
  const isTaken = ({ name, place }: OperationInput) =>
    place === "path" || [...without, ...words.map((word) => word.name)].includes(name);
  const optional = inputs.filter((input) => !isTaken(input));
  const command = parent.command(one.usage.split(" ", 1).join(), { isDefault });
  for (const { shown, input } of words) command.addArgument(argumentOf(shown, input));
  addOptions(command, [...options, ...optional.flatMap(optionsOf), ...CONNECTION_OPTIONS, JSON_OPTION])
    .description(text ?? said(summary))
    .addHelpText("after", examples(before, examplesOf(one)))
    .action(async () => {
      const flags = command.opts<Record<string, unknown>>();
      const ofOptions = optional.map(({ name }) => [name, flags[OPTION_NAMES[name] ?? name]]);
      const ofWords = words.map(({ name }, at) => [name, command.processedArgs[at]]);
      const given = { ...flags, ...Object.fromEntries([...ofOptions, ...ofWords]) };
      const told = await orSandboxProblem(async () => carryOut(one, given, await connected(command, output)));
      await output.print(`${flags.json ? printedJson(JSON.stringify(told.answer, null, 2)) : harmless(told.text)}\n`);
    });
}

/** Returns the arguments of a verb as Commander writes them, each with what the operation calls it and says of it. */
function wordsOf({ usage, operationId }: Verb) {
  const { inputs } = documentedOperation(operationId);
  return [...usage.matchAll(/([<[])([^=>\]]+)=?([^>\]]*)([>\]])/g)].map(([, open, word = "", other, close]) => {
    const name = other || word;
    return { shown: `${open}${word}${close}`, name, input: inputs.find((one) => one.name === name) };
  });
}

function argumentOf(word: string, input: OperationInput | undefined): Argument {
  const argument = new Argument(word, input && said(input.text));
  if (input === undefined) return argument;
  const { enum: choices } = input.schema;
  return choices === undefined ? argument.argParser(parserOf(input.schema)) : argument.choices(choices);
}

/** Returns the option for an input; none for a list or an object. */
function optionsOf({ name, schema, text }: OperationInput): readonly OptionSpec[] {
  const flag = `--${(OPTION_NAMES[name] ?? name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const { type = schema.oneOf?.[0]?.type, format, enum: choices } = schema;
  const types = [type].flat();
  if (types.includes("object") || types.includes("array")) return [];
  if (type === "boolean") return [[flag, said(text)]];
  const kind =
    schema["x-format"] ?? (format === "date-time" ? "instant" : types.includes("string") ? "text" : "number");
  return [[`${flag} <${kind}>`, said(text), choices === undefined ? { parse: parserOf(schema) } : { choices }]];
}

/** Returns what makes a value of a word. The sandbox checks texts, and says what is allowed. */
function parserOf({ type, minimum, maximum }: Schema): (text: string) => unknown {
  if (type === "integer") return wholeNumber(minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER);
  if (type !== "number") return (text) => text;
  return (text) => {
    if (/^\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
    throw new InvalidArgumentError("Allowed is a number.");
  };
}

/** Returns a sentence of the documents as help has it. */
function said(sentence = ""): string {
  return sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, "");
}

/** Returns what a verb is shown with: its own examples, or its usage with those of the documents. */
function examplesOf(one: Verb): readonly string[] {
  if (one.examples !== undefined) return one.examples;
  const words = wordsOf(one).map(({ shown, input }) => String(input?.example ?? shown));
  return [[one.usage.split(" ", 1), ...words].join(" ")];
}

function examples(before: string, lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  saldo ${before}${line}`).join("\n")}`;
}
