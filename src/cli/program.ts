import { Command } from "commander";
import { version } from "../version.ts";
import { addCalibrateCommand } from "./calibrate/calibrate-command.ts";
import { addCompletionCommand } from "./completion/completion-command.ts";
import { addContractCommand } from "./contract/contract-command.ts";
import { addControlCommands } from "./control/control-commands.ts";
import { endingWith } from "./ended.ts";
import { addFixtureCommand } from "./fixture/fixture-command.ts";
import { addHealthCommand } from "./health/health-command.ts";
import { explainMistakes } from "./mistakes.ts";
import type { CommandLine } from "./output.ts";
import { addProxyCommand } from "./proxy/proxy-command.ts";
import { addReceiverCommand } from "./receiver/receiver-command.ts";
import { addScenarioCommand } from "./scenario/scenario-command.ts";
import { addStartCommand } from "./start/start-command.ts";
import { addWorldsCommand } from "./worlds/worlds-command.ts";

/** Returns the program with all its commands. */
export function createProgram(line: CommandLine): Command {
  const program = explainMistakes(new Command("saldo"), line)
    .description("A sandbox of a PIX payout platform that keeps state and has a clock of its own.")
    .version(version)
    .addHelpText("after", overview)
    .exitOverride(endingWith(1));
  addStartCommand(program, line);
  addFixtureCommand(program, line);
  addContractCommand(program, line);
  addCalibrateCommand(program, line);
  addProxyCommand(program, line);
  addReceiverCommand(program, line);
  addScenarioCommand(program, line);
  addWorldsCommand(program, line);
  addHealthCommand(program, line);
  addControlCommands(program, line);
  addCompletionCommand(program, line);
  return program;
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
