import { Command } from "commander";
import { version } from "../version.ts";
import { addCompletionCommand } from "./completion/completion-command.ts";
import { addContractCommand } from "./contract/contract-command.ts";
import { addFixtureCommand } from "./fixture/fixture-command.ts";
import { addHealthCommand } from "./health/health-command.ts";
import { explainMistakes } from "./mistakes.ts";
import { overview } from "./overview.ts";
import { addReceiverCommand } from "./receiver/receiver-command.ts";
import { addScenarioCommand } from "./scenario/scenario-command.ts";
import { addStartCommand } from "./start/start-command.ts";
import { addWorldsCommand } from "./worlds/worlds-command.ts";

/** Returns the program with all its commands. `print`: how to write what may be long. */
export function createProgram(print: (text: string) => Promise<void>): Command {
  const program = explainMistakes(new Command("saldo"))
    .description("A sandbox of a PIX payout platform that keeps state and tells its own time.")
    .version(version)
    .addHelpText("after", overview);
  addStartCommand(program);
  addFixtureCommand(program, print);
  addContractCommand(program);
  addReceiverCommand(program);
  addScenarioCommand(program, print);
  addWorldsCommand(program, print);
  addHealthCommand(program);
  addCompletionCommand(program, print);
  return program;
}
