import type { Command } from "commander";
import { addCompletionCommand } from "./completion/completion-command.ts";
import { addContractCommand } from "./contract/contract-command.ts";
import { addHealthCommand } from "./health/health-command.ts";
import { addReceiverCommand } from "./receiver/receiver-command.ts";
import { addScenarioCommand } from "./scenario/scenario-command.ts";
import { addWorldsCommand } from "./worlds/worlds-command.ts";

/** Adds all commands but those that main.ts has itself. `print`: how to write what may be long. */
export function addOtherCommands(program: Command, print: (text: string) => Promise<void>): void {
  addContractCommand(program);
  addReceiverCommand(program);
  addScenarioCommand(program, print);
  addWorldsCommand(program, print);
  addHealthCommand(program);
  addCompletionCommand(program, print);
}
