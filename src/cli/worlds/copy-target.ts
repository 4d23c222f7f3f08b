import { lockFolder } from "../../store/lock/locked-folder.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import type { WorldStore } from "../../store/world-store.ts";
import { chosenStore, databasePlace, storeChoice } from "../store-choice.ts";
import { orUserError, UserError } from "../user-error.ts";
import type { PlaceChoice } from "./stored-worlds.ts";

/** From where to where worlds are copied. */
export interface CopyChoice extends PlaceChoice {
  /** A folder, or the address of a database. */
  readonly to?: string;
  /** The file that has the address. */
  readonly toFile?: string;
  readonly toPgSchema: string;
}

/** A store that was opened to be written to. */
export interface CopyTarget {
  readonly store: WorldStore;
  /** Where it is, for people. */
  readonly place: string;
}

/** Opens the store to copy to, and closes it when the work has ended. Throws `UserError`. */
export async function writingTo(choice: CopyChoice, work: (target: CopyTarget) => Promise<void>): Promise<void> {
  const { to, toFile: storeFile, toPgSchema: schema } = choice;
  if ((to === undefined) === (storeFile === undefined)) {
    throw new UserError("say where to copy to, once: --to <folder or address>, or --to-file <file with the address>");
  }
  const isAddress = to === undefined || /^postgres(ql)?:/.test(to);
  const store = to === undefined ? "lowdb" : isAddress ? storeChoice(to) : "lowdb";
  const chosen = await chosenStore({ store, pgSchema: schema, ...(storeFile !== undefined && { storeFile }) });
  if (typeof chosen !== "string") return writeToDatabase(chosen.url, schema, work);
  if (to === undefined || isAddress) throw new UserError("the file of --to-file must have the address of a database");
  await writeToFolder(to, work);
}

async function writeToDatabase(
  url: string,
  schema: string,
  work: (target: CopyTarget) => Promise<void>,
): Promise<void> {
  const { PostgresStore } = await import("../../store/postgres/postgres-store.ts");
  const store = await orUserError(() => PostgresStore.open(url, { schema, connections: 2 }));
  await work({ store, place: databasePlace(url, schema) }).finally(() => store.close());
}

async function writeToFolder(folder: string, work: (target: CopyTarget) => Promise<void>): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const lock = await orUserError(() => lockFolder(folder));
  ends.defer(() => lock.release());
  const store = await orUserError(() => LowdbStore.open(folder));
  ends.defer(() => store.close());
  await work({ store, place: folder });
}
