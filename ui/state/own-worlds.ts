import { effect, signal } from "@preact/signals";
import { worldOfKey } from "./session.ts";

const STORED_WORLDS = "saldo-worlds";

/** The worlds that this browser created or opened. Those of other people are listed apart. */
const own = signal<ReadonlySet<string>>(new Set(localStorage.getItem(STORED_WORLDS)?.split(" ")));

export function isOwn(worldId: string): boolean {
  return own.value.has(worldId);
}

/** Remembers that a world was created or opened here. */
export function keepOwn(worldId: string): void {
  if (own.peek().has(worldId)) return;
  own.value = new Set([...own.peek(), worldId]);
  localStorage.setItem(STORED_WORLDS, [...own.peek()].join(" "));
}

/** Remembers every world that the page opens. */
export function followOwnWorlds(): void {
  effect(() => {
    if (worldOfKey.value !== null) keepOwn(worldOfKey.value);
  });
}
