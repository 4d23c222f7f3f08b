import type { Command } from "commander";
import type { CommandLine } from "./output.ts";
import { rootCommand } from "./root-command.ts";

type AddCommand = (program: Command, line: CommandLine) => Promise<void>;

/** What adds each command. Each is loaded when it is needed: `saldo health` need not wait for contracts and drill. */
const COMMANDS: ReadonlyMap<string, AddCommand> = new Map<string, AddCommand>([
  ["start", async (...to) => (await import("./start/start-command.ts")).addStartCommand(...to, createProgram)],
  ["fixture", async (...to) => (await import("./fixture/fixture-command.ts")).addFixtureCommand(...to)],
  [
    "contract",
    async (...to) => (await import("../../contracts/cli/contract/contract-command.ts")).addContractCommand(...to),
  ],
  [
    "calibrate",
    async (...to) => (await import("../../contracts/cli/calibrate/calibrate-command.ts")).addCalibrateCommand(...to),
  ],
  ["proxy", async (...to) => (await import("../../contracts/cli/proxy/proxy-command.ts")).addProxyCommand(...to)],
  [
    "receiver",
    async (...to) => (await import("../../contracts/cli/receiver/receiver-command.ts")).addReceiverCommand(...to),
  ],
  ["caller", async (...to) => (await import("../../drill/cli/caller/caller-command.ts")).addCallerCommand(...to)],
  ["scenario", async (...to) => (await import("../../scenarios/scenario-command.ts")).addScenarioCommand(...to)],
  ["drill", async (...to) => (await import("../../drill/cli/drill-command.ts")).addDrillCommand(...to)],
  ["books", async (...to) => (await import("../../drill/cli/books-command.ts")).addBooksCommand(...to)],
  ["coverage", async (...to) => (await import("./coverage/coverage-command.ts")).addCoverageCommand(...to)],
  ["worlds", async (...to) => (await import("./worlds/worlds-command.ts")).addWorldsCommand(...to)],
  ["migrate", async (...to) => (await import("./migrate/migrate-command.ts")).addMigrateCommand(...to)],
  ["health", async (...to) => (await import("./health/health-command.ts")).addHealthCommand(...to)],
  ["mcp", async (...to) => (await import("./mcp/mcp-command.ts")).addMcpCommand(...to, agentTools)],
  [
    "completion",
    async (...to) => (await import("./completion/completion-command.ts")).addCompletionCommand(...to, createProgram),
  ],
  ["tail", async (...to) => (await import("./verbs/tail.ts")).addTailCommand(...to)],
]);

/** Returns the program with the command that a word names; with all commands where it names none. */
export async function createProgram(line: CommandLine, word?: string): Promise<Command> {
  const program = rootCommand(line);
  const known = COMMANDS.get(word ?? "");
  if (known !== undefined) await known(program, line);
  else if (word === undefined) for (const add of COMMANDS.values()) await add(program, line);
  if (known === undefined) await addVerbs(program, line, word);
  return program.commands.length > 0 ? program : createProgram(line);
}

async function addVerbs(program: Command, line: CommandLine, word: string | undefined): Promise<void> {
  (await import("./verbs/nouns.ts")).addVerbs(program, line, word);
  if (word !== undefined && word !== "world") return;
  (await import("../../contracts/cli/world-from/world-from-command.ts")).addWorldFromCommand(program, line);
}

const agentTools = async () => (await import("../../drill/cli/agent-tools.ts")).AGENT_TOOLS;
