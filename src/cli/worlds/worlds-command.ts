import { type Command, Option } from "commander";
import type { CommandLine } from "../output.ts";
import type { ExportChoice, LookChoice } from "./worlds.ts";

/** Adds `saldo worlds`. */
export function addWorldsCommand(program: Command, { output, end }: CommandLine): void {
  const worlds = program
    .command("worlds")
    .description("list the worlds of a data folder, check them, or export one; nothing in the folder changes")
    .addOption(new Option("--data <folder>", "where they are kept").env("SALDO_DATA").default("./data"))
    .option("--check", "verify checksums, replay every history, and compare it with what was written down")
    .option("--json", "one JSON array, for scripts")
    .addHelpText(
      "after",
      `
Examples:
  saldo worlds                                             what ./data holds
  saldo worlds --check --data copy                         whether a copy is sound: status 0 if all of it is
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
    .option("--at <place>", "the name of a bookmark, or a position of its history; else the present")
    .option("--output <file>", "where to write it; else to standard output")
    .addHelpText(
      "after",
      `
The data folder is chosen as for saldo worlds: --data <folder>, or SALDO_DATA.

Examples:
  saldo worlds export default --output world.json          saldo start --world world.json begins from it
  saldo worlds export default --at before-payout           as it was at a bookmark`,
    )
    .action(async (worldId: string, _options: unknown, command: Command) => {
      const choice = command.optsWithGlobals<ExportChoice & LookChoice>();
      if (choice.check) command.error("error: --check does not go with export");
      const { exportTo } = await import("./worlds.ts");
      await exportTo(worldId, choice, output);
    });
}
