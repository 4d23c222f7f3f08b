import { Damaged } from "../../store/damaged.ts";
import { lockHolder } from "../../store/lock/locked-folder.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import type { WorldStore } from "../../store/world-store.ts";
import type { Output } from "../output.ts";
import { chosenStore, type DatabaseOptions, databasePlace } from "../store-choice.ts";
import { orUserError } from "../user-error.ts";

/** Where worlds are: in a folder, unless a database is named. */
export interface PlaceChoice extends DatabaseOptions {
  readonly data: string;
}

/** A store that was opened to be read. */
export interface StoredWorlds {
  readonly store: WorldStore;
  /** Where it is, for people. */
  readonly place: string;
  /** Opens it again, if it shows what was there when it was opened. */
  readonly openAgain: () => Promise<WorldStore>;
}

/** Opens a store, changes nothing in it, and closes it when the work has ended. Throws `UserError`. */
export async function reading<T>(
  choice: PlaceChoice,
  output: Output,
  work: (stored: StoredWorlds) => Promise<T>,
): Promise<T> {
  const stored = await openToRead(choice, output);
  return work(stored).finally(() => stored.store.close());
}

/**
 * Reads from a store, and again where it meets damage, until that is found in one file twice: what another process removes
 * or replaces at the same time can look like damage, but only once.
 */
export async function readSteadily<T>(
  { store, openAgain }: Pick<StoredWorlds, "store" | "openAgain">,
  read: (store: WorldStore) => Promise<T>,
): Promise<T> {
  let opened = store;
  for (let damaged: string | null = null; ; opened = await openAgain()) {
    try {
      return await read(opened);
    } catch (error) {
      if (!(error instanceof Damaged) || error.file === damaged) throw error;
      damaged = error.file;
    }
  }
}

async function openToRead(choice: PlaceChoice, { stderr }: Output): Promise<StoredWorlds> {
  const chosen = await chosenStore(choice);
  if (typeof chosen !== "string") return openDatabase(chosen.url, choice.pgSchema);
  const { data } = choice;
  const stored = await orUserError(() => worldsInFolder(data));
  const holder = await orUserError(() => lockHolder(data));
  if (holder !== null) {
    const { pid, host } = holder;
    stderr.write(`${data} is in use by process ${pid} on ${host}; recent changes may be missing here\n`);
  }
  return stored;
}

export async function worldsInFolder(folder: string): Promise<StoredWorlds> {
  const openAgain = () => LowdbStore.open(folder, { isRead: true });
  return { store: await openAgain(), place: folder, openAgain };
}

async function openDatabase(url: string, schema: string): Promise<StoredWorlds> {
  const { PostgresStore } = await import("../../store/postgres/postgres-store.ts");
  const store = await orUserError(() => PostgresStore.open(url, { schema, connections: 2, isRead: true }));
  return { store, place: databasePlace(url, schema), openAgain: async () => store };
}
