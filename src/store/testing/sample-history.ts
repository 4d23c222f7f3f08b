import type { Commit, Position, Snapshot, WorldEntry, WorldId, WorldStore } from "../world-store.ts";

export function entry(worldId: WorldId): WorldEntry {
  return { worldId, fixture: "default", createdAt: 1_767_225_600_000, beginning: 1 };
}

/** A history made of commits of the given lengths. */
export function commits(...lengths: readonly number[]): Commit[] {
  let first = 1;
  return lengths.map((length) => {
    const one = commit(first, length);
    first += length;
    return one;
  });
}

/** A commit with as many events; texts and numbers that a careless store would spoil are among them. */
export function commit(first: Position, length: number, note = "ação 🙂 \u2028\n"): Commit {
  const at = Date.UTC(2026, 0, 1) + first;
  const events = Array.from({ length }, (_, i) => {
    const body = JSON.stringify({ note, position: first + i, amount: Number.MAX_SAFE_INTEGER });
    const ids = { notificationId: `evt_${first + i}`, companyId: "com_1" };
    return { type: "NotificationRaised", name: "charge.paid", ...ids, body, deliveries: [] } as const;
  });
  return {
    first,
    at,
    events,
    wall: { at: at + 0.5, attempt: { sentAt: at, durationMs: 12, error: note, responseBody: note } },
  };
}

export function snapshot(position: Position, note = ""): Snapshot {
  return { position, at: position * 1000, state: { note, charges: [{ chargeId: `cha_${position}`, paidAt: null }] } };
}

export function whole(store: WorldStore, id: WorldId): Promise<Commit[]> {
  return gather(store.read(id, 0));
}

export async function gather<T>(things: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const thing of things) found.push(thing);
  return found;
}
