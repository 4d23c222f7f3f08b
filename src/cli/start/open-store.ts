import { MemoryStore } from "../../store/memory-store.ts";
import type { PostgresOptions } from "../../store/postgres/postgres-store.ts";
import { orUserError, UserError } from "../user-error.ts";
import type { Configuration } from "./configuration.ts";
import type { OpenedStore } from "./opened-store.ts";

/**
 * Opens the store that is configured. `notice` is told what the user should know of its folder; `onLost`, why this process
 * must not write to the folder any more. Throws `UserError`.
 */
export async function openStore(
  { store, data, history, fresh, pgSchema }: Pick<Configuration, "store" | "data" | "history" | "fresh" | "pgSchema">,
  notice: (text: string) => void,
  onLost: (reason: string) => void,
): Promise<OpenedStore> {
  if (store === "memory") {
    const memory = new MemoryStore();
    return { store: memory, aside: null, release: async () => undefined, undo: () => memory.close() };
  }
  if (store !== "lowdb") return openDatabase(store.url, { schema: pgSchema }, fresh === true);
  // Loaded only now, since the memory needs nothing of it.
  const { openFolder } = await import("./open-folder.ts");
  return openFolder({ data, history, fresh }, notice, onLost);
}

async function openDatabase(url: string, options: PostgresOptions, isFresh: boolean): Promise<OpenedStore> {
  if (isFresh) {
    throw new UserError(
      "--fresh sets a folder aside and not a database; choose another schema: --pg-schema (SALDO_PG_SCHEMA)",
    );
  }
  // Loaded only now, since most starts need no database.
  const { PostgresStore } = await import("../../store/postgres/postgres-store.ts");
  const store = await orUserError(() => PostgresStore.open(url, options));
  const announce = (address: string) => store.announce(address);
  return { store, aside: null, announce, release: async () => undefined, undo: () => store.close() };
}
