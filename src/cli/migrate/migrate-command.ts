import type { Command } from "commander";
import { addOptions } from "../option.ts";
import type { CommandLine } from "../output.ts";
import { chosenStore, DATABASE_OPTIONS, type DatabaseOptions, databasePlace } from "../store-choice.ts";
import { orUserError, UserError } from "../user-error.ts";

export function addMigrateCommand(program: Command, { output }: CommandLine): void {
  addOptions(program.command("migrate"), DATABASE_OPTIONS)
    .description("make the tables of a database, or bring them up to date")
    .addHelpText("after", help)
    .action(async (options: DatabaseOptions) => {
      const store = await chosenStore(options);
      if (typeof store === "string")
        throw new UserError("only a database has tables; name one with --store (SALDO_STORE)");
      const { PostgresStore } = await import("../../store/postgres/postgres-store.ts");
      await orUserError(() => PostgresStore.migrate(store.url, options.pgSchema));
      output.stdout.write(`The tables are up to date: ${databasePlace(store.url, options.pgSchema)}.\n`);
    });
}

const help = `
saldo start does the same. Use this command where the user that Saldo runs as may not create tables.

Examples:
  SALDO_STORE=postgres://owner:password@db.acme.dev/saldo saldo migrate
  saldo migrate --store-file /run/secrets/saldo-store --pg-schema payouts`;
