import type { Command } from "commander";
import { addCalibrateCommand } from "../../contracts/cli/calibrate/calibrate-command.ts";
import { addContractCommand } from "../../contracts/cli/contract/contract-command.ts";
import { addProxyCommand } from "../../contracts/cli/proxy/proxy-command.ts";
import { addReceiverCommand } from "../../contracts/cli/receiver/receiver-command.ts";
import { addWorldFromCommand } from "../../contracts/cli/world-from/world-from-command.ts";
import { addBooksCommand } from "../../drill/cli/books-command.ts";
import { addCallerCommand } from "../../drill/cli/caller/caller-command.ts";
import { addDrillCommand } from "../../drill/cli/drill-command.ts";
import { addScenarioCommand } from "../../scenarios/scenario-command.ts";
import { addCompletionCommand } from "./completion/completion-command.ts";
import { addCoverageCommand } from "./coverage/coverage-command.ts";
import { addFixtureCommand } from "./fixture/fixture-command.ts";
import { addHealthCommand } from "./health/health-command.ts";
import { addMcpCommand } from "./mcp/mcp-command.ts";
import { addMigrateCommand } from "./migrate/migrate-command.ts";
import type { CommandLine } from "./output.ts";
import { rootCommand } from "./root-command.ts";
import { addStartCommand } from "./start/start-command.ts";
import { addVerbs } from "./verbs/nouns.ts";
import { addWorldsCommand } from "./worlds/worlds-command.ts";

/** Returns the program with all its commands. */
export function createProgram(line: CommandLine): Command {
  const program = rootCommand(line);
  addStartCommand(program, line, async () => program);
  addFixtureCommand(program, line);
  addContractCommand(program, line);
  addCalibrateCommand(program, line);
  addProxyCommand(program, line);
  addReceiverCommand(program, line);
  addCallerCommand(program, line);
  addScenarioCommand(program, line);
  addDrillCommand(program, line);
  addBooksCommand(program, line);
  addCoverageCommand(program, line);
  addWorldsCommand(program, line);
  addMigrateCommand(program, line);
  addHealthCommand(program, line);
  addMcpCommand(program, line, async () => (await import("../../drill/cli/agent-tools.ts")).AGENT_TOOLS);
  addVerbs(program, line);
  addWorldFromCommand(program, line);
  addCompletionCommand(program, line);
  return program;
}
