#!/usr/bin/env node
import { writeFile } from "node:fs/promises";
import { enableCompileCache } from "node:module";
import { Command, InvalidArgumentError } from "commander";
import { SpecError } from "../spec/spec-error.ts";
import { version } from "../version.ts";
import { endFirstProcessOnSignals } from "./first-process.ts";
import { explainMistakes } from "./mistakes.ts";
import { addOtherCommands } from "./other-commands.ts";
import { overview } from "./overview.ts";
import { addOptions, type Configuration, givenOf } from "./start/configuration.ts";
import { reasonOf, refusing, StartRefused } from "./start-refused.ts";

// What the commands load is compiled once, and not at every start. Where nothing can be written, it is compiled anew.
enableCompileCache();
endFirstProcessOnSignals();
const program = explainMistakes(new Command("saldo"))
  .description("A sandbox of a PIX payout platform that keeps state and tells its own time.")
  .version(version)
  .addHelpText("after", overview);

addOptions(program.command("start"))
  .description("start the sandbox")
  .addHelpText(
    "after",
    `
Examples:
  saldo start                                              a running world at http://127.0.0.1:4400
  saldo start --clock frozen --start-at 2026-03-02T12:00:00Z --seed demo
                                                           time stands still; the same ids and codes every time
  saldo start --fixture with-retention --port 0            another beginning, on any free port
  saldo start --overlay deployment.yaml                    answers shaped like a deployment's
  saldo start --smtp-url smtp://127.0.0.1:1025             one-time codes by e-mail, too`,
  )
  .action(async (configuration: Configuration, command: Command) => {
    // Loaded only now, so that help comes, and a wrong flag is refused, without the server's code.
    const { start } = await import("./start/start.ts");
    await start(configuration, (attributes) => givenOf(command, attributes));
  });

program
  .command("fixture")
  .description("write a fixture with many charges, as YAML")
  .requiredOption("--charges <number>", "how many charges", countUpTo(100_000))
  .requiredOption("--seed <text>", "whence everything in it is derived")
  .option("--companies <number>", "how many companies share them", countUpTo(100), 1)
  .option("--days <number>", "over how many days before the start", countUpTo(3_650), 90)
  .option("--output <file>", "where to write it; else to standard output")
  .addHelpText(
    "after",
    "\nExample:\n  saldo fixture --charges 1000 --seed 7 --output many.yaml && saldo start --fixture many.yaml",
  )
  .action(async (options: { charges: number; seed: string; companies: number; days: number; output?: string }) => {
    const { generateFixture } = await import("../engine/fixture/generate-fixture.ts");
    const text = await generateFixture(options);
    if (options.output === undefined) await print(text);
    else await writeTo(options.output, text);
  });

addOtherCommands(program, print);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof StartRefused || error instanceof SpecError)) throw error;
  console.error(`error: ${reasonOf(error)}`);
  process.exit(1);
}

/** Whoever reads the output may stop reading, as `head` does; that is no error. */
async function print(text: string): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    process.stdout.once("error", (error) => ("code" in error && error.code === "EPIPE" ? resolve() : reject(error)));
    process.stdout.write(text, (error) => {
      if (!error) resolve();
    });
  });
  await refusing(() => written, "cannot write");
}

function writeTo(file: string, text: string): Promise<void> {
  return refusing(() => writeFile(file, text), `cannot write ${file}`);
}

function countUpTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(`Allowed is a whole number from 1 to ${most}.`);
  };
}
