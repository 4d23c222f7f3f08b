import { join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Content } from "../sealed.ts";
import type { Position, Snapshot } from "../world-store.ts";
import type { Disk } from "./disk.ts";
import { DurableDocument } from "./durable-document.ts";
import { padded, positionsIn } from "./segment.ts";

export const snapshotsFolder = "snapshots";

export function snapshotFile(folder: string, position: Position): string {
  return join(folder, snapshotsFolder, `${padded(position)}.json`);
}

/** Returns the positions of the snapshots in a folder, in ascending order. */
export function snapshotPositions(names: readonly string[]): readonly Position[] {
  return positionsIn(names, /^(\d{15})\.json$/);
}

/** Reads a snapshot. Each is checked only then: checking all would slow down startup. Rejects with `Damaged`. */
export async function readSnapshot(disk: Disk, folder: string, position: Position): Promise<Snapshot> {
  const path = snapshotFile(folder, position);
  const found = await new DurableDocument(disk, path, parseSnapshot).read();
  if (found?.position === position) return found;
  throw new Damaged(path, null, found === null ? "the file is missing" : `it is of position ${found.position}`);
}

/** Saves a snapshot durably. The caller may not change it until it is saved. */
export async function writeSnapshot(disk: Disk, folder: string, { position, at, state }: Snapshot): Promise<void> {
  await new DurableDocument(disk, snapshotFile(folder, position), parseSnapshot).write({ position, at, state });
}

function parseSnapshot({ position, at, state }: Content): Snapshot | null {
  return typeof position === "number" && typeof at === "number" && state !== undefined ? { position, at, state } : null;
}
