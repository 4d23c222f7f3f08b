import { effect, signal } from "@preact/signals";
import { apiKey, worldOfKey } from "./session.ts";

const STORED_WORLDS = "saldo-worlds";
const STORED_KEYS = "saldo-key-of-";

/** The worlds that this browser created or opened. Those of other people are listed apart. */
const own = signal<ReadonlySet<string>>(new Set(localStorage.getItem(STORED_WORLDS)?.split(" ")));

export function isOwn(worldId: string): boolean {
  return own.value.has(worldId);
}

/** Remembers that a world was created or opened here, and its key until the tab is closed, so that nothing makes another. */
export function keepWorld(worldId: string, key: string | undefined): void {
  if (key !== undefined) sessionStorage.setItem(STORED_KEYS + worldId, key);
  if (own.peek().has(worldId)) return;
  own.value = new Set([...own.peek(), worldId]);
  localStorage.setItem(STORED_WORLDS, [...own.peek()].join(" "));
}

/** Returns the key with which this tab can open a world; null if it has none. */
export function keyOfWorld(worldId: string): string | null {
  return sessionStorage.getItem(STORED_KEYS + worldId);
}

export function followOwnWorlds(): void {
  effect(() => {
    const worldId = worldOfKey.value;
    const key = apiKey.peek();
    if (worldId !== null && key !== null) keepWorld(worldId, key);
  });
}
