import { randomUUID } from "node:crypto";
import { jsonSteps, parseInSlices } from "../../slices/large-json.ts";
import type { Position, Snapshot } from "../world-store.ts";
import type { FencedWorld, NumberedWorld } from "./catalogue.ts";
import type { Ask, Connections } from "./connections.ts";
import { lost } from "./failure.ts";

/** The characters of a part. A row with the whole text of a large world would be too much at once. */
const PART_CHARACTERS = 512 * 1024;

/** How long what was forgotten stays readable, for those who have begun to read it. */
export const grace = "interval '60 seconds'";

export async function snapshotPositions({ ask }: Connections, { no }: NumberedWorld): Promise<readonly Position[]> {
  const text = "SELECT position FROM $.snapshot WHERE world = $1 AND part = 0 AND doomed_at IS NULL ORDER BY position";
  return (await ask(text, no)).map(([position]) => Number(position));
}

export async function newestSnapshot(
  { ask }: Connections,
  { no }: NumberedWorld,
  atOrBefore: Position,
): Promise<Snapshot | null> {
  const newest = `SELECT position, version FROM $.snapshot WHERE world = $1 AND position <= $2::bigint AND part = 0
    AND doomed_at IS NULL ORDER BY position DESC LIMIT 1`;
  const [[position, version] = []] = await ask(newest, no, Math.min(atOrBefore, Number.MAX_SAFE_INTEGER));
  if (position === undefined || version === undefined) return null;
  const part = "SELECT body FROM $.snapshot WHERE world = $1 AND position = $2 AND version = $3 AND part = $4";
  const parts: string[] = [];
  for (;;) {
    const [[body] = []] = await ask(part, no, position, version, parts.length);
    if (typeof body !== "string") break;
    parts.push(body);
  }
  const { at, state }: Partial<Snapshot> = Object(await parseInSlices(parts));
  return { position: Number(position), at: Number(at), state };
}

/**
 * Saves a snapshot of a world in an epoch of its owner. A later owner may have the world when it ends: it is as true then. One
 * that replaces another is a new version, so that readings see one or the other. No process deletes the world while it is saved.
 */
export async function saveSnapshot(connections: Connections, world: FencedWorld, snapshot: Snapshot): Promise<void> {
  const { worldId, no, epoch } = world;
  await connections.transaction(async (ask) => {
    const kept = await ask("SELECT no FROM $.world WHERE no = $1 AND epoch = $2 FOR KEY SHARE", no, epoch);
    if (kept.length !== 1) throw lost(worldId);
    const replace = `UPDATE $.snapshot SET doomed_at = clock_timestamp()
      WHERE world = $1 AND position = $2 AND doomed_at IS NULL`;
    await ask(replace, no, snapshot.position);
    await insertSnapshot(ask, no, snapshot);
  });
}

/** Adds a snapshot in parts, in a transaction. */
export async function insertSnapshot(ask: Ask, no: number, { position, at, state }: Snapshot): Promise<void> {
  const version = randomUUID();
  let part = 0;
  for (const body of jsonSteps({ at, state }, "", PART_CHARACTERS)) {
    const text = "INSERT INTO $.snapshot (world, position, version, part, body) VALUES ($1, $2, $3, $4, $5)";
    await ask(text, no, position, version, part, body);
    part += 1;
  }
}
