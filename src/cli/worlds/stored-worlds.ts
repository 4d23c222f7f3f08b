import { lockHolder } from "../../store/lock/locked-folder.ts";
import { LowdbReader } from "../../store/lowdb/lowdb-reader.ts";
import type { WorldId, WorldStore } from "../../store/world-store.ts";
import type { Output } from "../output.ts";
import { chosenStore, type DatabaseOptions, databasePlace } from "../store-choice.ts";
import { orUserError } from "../user-error.ts";
import { folderWorld, type KeptWorld, storedWorld } from "./kept-world.ts";

/** Where worlds are: in a folder, unless a database is named. */
export interface PlaceChoice extends DatabaseOptions {
  readonly data: string;
}

/** A store that was opened to be read. */
export interface StoredWorlds {
  readonly store: WorldStore;
  /** Where it is, for people. */
  readonly place: string;
  /** Reads a world without replaying it. Rejects with `Damaged`, `NewerFormat` or `UnknownWorld`. */
  keptWorld(id: WorldId): Promise<KeptWorld>;
}

/** Opens a store, changes nothing in it, and closes it when the work has ended. Throws `UserError`. */
export async function reading<T>(
  choice: PlaceChoice,
  output: Output,
  work: (stored: StoredWorlds) => Promise<T>,
): Promise<T> {
  const stored = await openToRead(choice, output);
  try {
    return await work(stored);
  } finally {
    await stored.store.close();
  }
}

async function openToRead(choice: PlaceChoice, { stderr }: Output): Promise<StoredWorlds> {
  const chosen = await chosenStore(choice);
  if (typeof chosen !== "string") return openDatabase(chosen.url, choice.pgSchema);
  const { data } = choice;
  const store = await orUserError(() => LowdbReader.open(data));
  const holder = await orUserError(() => lockHolder(data));
  if (holder !== null) {
    const { pid, host } = holder;
    stderr.write(`${data} is in use by process ${pid} on ${host}; recent changes may be missing here\n`);
  }
  return worldsInFolder(data, store);
}

export function worldsInFolder(folder: string, store: WorldStore): StoredWorlds {
  return { store, place: folder, keptWorld: (id) => folderWorld(folder, id) };
}

async function openDatabase(url: string, schema: string): Promise<StoredWorlds> {
  const { PostgresStore } = await import("../../store/postgres/postgres-store.ts");
  const store = await orUserError(() => PostgresStore.open(url, { schema, connections: 2, isRead: true }));
  return { store, place: databasePlace(url, schema), keptWorld: (id) => storedWorld(store, id) };
}
