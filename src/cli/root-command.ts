import { Command } from "commander";
import { version } from "../version.ts";
import { endingWith } from "./ended.ts";
import { explainMistakes } from "./mistakes.ts";
import type { CommandLine } from "./output.ts";
import { refuseUnusableValues } from "./unusable-values.ts";

/** Returns the program without its commands. */
export function rootCommand(line: CommandLine): Command {
  return refuseUnusableValues(explainMistakes(new Command("saldo"), line), line.words)
    .description("A sandbox of a PIX payout platform that keeps state and has a clock of its own.")
    .version(version)
    .addHelpText("after", overview)
    .exitOverride(endingWith(1));
}

/** What stands below the list of commands in `saldo --help`. */
const overview = `
saldo <command> --help shows the flags of a command, with examples.

Examples:
  saldo start                                              start a sandbox at http://127.0.0.1:4400 with a world in ./data
  curl http://127.0.0.1:4400/account-balance -H 'X-API-KEY: sandbox-key'
                                                           get its balance
  saldo clock advance P30D                                 let thirty days pass in it
  saldo tail                                               see what happens in it, live
  saldo contract --in-process                              what it does, clause by clause`;
