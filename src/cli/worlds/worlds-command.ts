import type { Command } from "commander";
import { addOptions, type OptionSpec } from "../option.ts";
import type { CommandLine } from "../output.ts";
import { DATA_OPTION, DATABASE_OPTIONS, folderOr, schemaName } from "../store-choice.ts";
import type { CopyChoice } from "./copy-target.ts";
import type { ExportChoice, LookChoice } from "./worlds.ts";

export function addWorldsCommand(program: Command, { output, end }: CommandLine): void {
  const worlds = addOptions(program.command("worlds"), [...DATABASE_OPTIONS, DATA_OPTION])
    .description("list, check, export or copy the worlds of a data folder or a database; changes nothing in it")
    .option("--check", "verify checksums, replay every history and compare it with the snapshots")
    .option("--json", "print one JSON array, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  saldo worlds                                             what ./data holds
  saldo worlds --check --data copy                         exits with 0 if the copy is not damaged
  saldo worlds export default --output world.json && saldo start --data new --world world.json
                                                           the same world in another folder
  saldo worlds --store-file /run/secrets/saldo-store       what a database holds`,
    )
    .action(async (choice: LookChoice) => {
      // Loaded only now, so that help and wrong flags need not wait for it.
      const { inspectWorlds } = await import("./worlds.ts");
      end(await inspectWorlds(choice, output));
    });

  worlds
    .command("export <worldId>")
    .description("write a world as a save-file, without its API keys and its history")
    .option("--at <place>", "a bookmark or a position of its history (default: the present)")
    .option("--output <file>", "where to write it (default: standard output)")
    .addHelpText(
      "after",
      `
Choose the data folder with --data <folder> or SALDO_DATA, a database with --store.

Saldo accepts a save-file only as it was exported. To begin a world differently, write a fixture.

Examples:
  saldo worlds export default --output world.json          saldo start --world world.json begins from it
  saldo worlds export default --at before-payout           as it was at a bookmark`,
    )
    .action(async (worldId: string, _options: unknown, command: Command) => {
      const choice = command.optsWithGlobals<ExportChoice & LookChoice>();
      if (choice.check) command.error("error: --check cannot be combined with export");
      const { exportTo } = await import("./worlds.ts");
      await exportTo(worldId, choice, output);
    });

  addOptions(worlds.command("copy [worldIds...]"), COPY_OPTIONS)
    .description("copy worlds with their histories and API keys to another folder or database; by default all")
    .addHelpText(
      "after",
      `
Choose the data folder with --data <folder> or SALDO_DATA, a database with --store. Nothing is copied if the other place
has a world of the same id. Stop a server that writes to the folder first: what it writes during the copy is not copied.

Examples:
  saldo worlds copy --to-file /run/secrets/saldo-store     from ./data to a database
  saldo worlds copy default --store-file store --to ./data from a database to a folder`,
    )
    .action(async (worldIds: readonly string[], _options: unknown, command: Command) => {
      const choice = command.optsWithGlobals<CopyChoice & LookChoice>();
      if (choice.check || choice.json) command.error("error: --check and --json cannot be combined with copy");
      const { copyTo } = await import("./worlds.ts");
      await copyTo(worldIds, choice, output);
    });
}

const folderOrAddress = folderOr(
  /^postgres(ql)?:/,
  "Allowed is a folder, or an address such as postgres://user:password@db.acme.dev/saldo.",
);

const COPY_OPTIONS: readonly OptionSpec[] = [
  ["--to <where>", "a folder, or the postgres:// address of a database", { env: "SALDO_TO", secret: folderOrAddress }],
  [
    "--to-file <file>",
    "file that has this address, so that its password stands nowhere else",
    { env: "SALDO_TO_FILE" },
  ],
  [
    "--to-pg-schema <name>",
    "schema of that database",
    { env: "SALDO_TO_PG_SCHEMA", standard: "saldo", parse: schemaName },
  ],
];
