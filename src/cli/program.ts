import { Command } from "commander";
import { version } from "../version.ts";
import { addContractCommand } from "./contract/contract-command.ts";
import { endingWith } from "./ended.ts";
import { addFixtureCommand } from "./fixture/fixture-command.ts";
import { addHealthCommand } from "./health/health-command.ts";
import { explainMistakes } from "./mistakes.ts";
import type { Output } from "./output.ts";
import { overview } from "./overview.ts";
import { addReceiverCommand } from "./receiver/receiver-command.ts";
import { addScenarioCommand } from "./scenario/scenario-command.ts";
import { addStartCommand } from "./start/start-command.ts";
import { addWorldsCommand } from "./worlds/worlds-command.ts";

/** What the commands are run with. */
export interface CommandLine {
  readonly output: Output;
  /** Takes the status to end with; 0 if none is given. */
  readonly end: (status: number) => void;
  /** What stands after `saldo`. */
  readonly words: readonly string[];
}

/** Returns the program with all its commands. */
export function createProgram(line: CommandLine): Command {
  const program = explainMistakes(new Command("saldo"), line)
    .description("A sandbox of a PIX payout platform that keeps state and tells its own time.")
    .version(version)
    .addHelpText("after", overview)
    .exitOverride(endingWith(1));
  addStartCommand(program, line);
  addFixtureCommand(program, line);
  addContractCommand(program, line);
  addReceiverCommand(program, line);
  addScenarioCommand(program, line);
  addWorldsCommand(program, line);
  addHealthCommand(program, line);
  return program;
}
