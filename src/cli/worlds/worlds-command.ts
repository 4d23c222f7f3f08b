import { type Command, Option } from "commander";
import type { CommandLine } from "../output.ts";
import type { ExportChoice, LookChoice } from "./worlds.ts";

/** Adds `saldo worlds`. */
export function addWorldsCommand(program: Command, { output, end }: CommandLine): void {
  const worlds = program
    .command("worlds")
    .description("list, check or export the worlds of a data folder; changes nothing in it")
    .addOption(new Option("--data <folder>", "the data folder").env("SALDO_DATA").default("./data"))
    .option("--check", "verify checksums, replay every history and compare it with the snapshots")
    .option("--json", "print one JSON array, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  saldo worlds                                             what ./data holds
  saldo worlds --check --data copy                         exits with 0 if the copy is not damaged
  saldo worlds export default --output world.json && saldo start --data new --world world.json
                                                           the same world in another folder`,
    )
    .action(async (choice: LookChoice) => {
      // Loaded only now, so that help and wrong flags need not wait for it.
      const { look } = await import("./worlds.ts");
      end(await look(choice, output));
    });

  worlds
    .command("export <worldId>")
    .description("write a world as a save-file, without its API keys and its history")
    .option("--at <place>", "a bookmark or a position of its history (default: the present)")
    .option("--output <file>", "where to write it (default: standard output)")
    .addHelpText(
      "after",
      `
Choose the data folder with --data <folder> or SALDO_DATA.

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
}
