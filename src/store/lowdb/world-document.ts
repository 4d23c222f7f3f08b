import { dirname, join } from "node:path";
import { Damaged } from "../damaged.ts";
import type { Content } from "../sealed.ts";
import { parseOrigin } from "../world-origin.ts";
import type { Position, RestingWorld, WorldEntry, WorldId } from "../world-store.ts";
import { type Disk, hasCode } from "./disk.ts";
import { DurableDocument } from "./durable-document.ts";
import { segmentBeginnings } from "./segment.ts";

export const worldFile = "world.json";

/** What a world's document says: all that is known of the world without reading its history. */
export interface WorldContent {
  readonly entry: WorldEntry;
  /** Where the history begins. Files of the journal before it are forgotten, even if they are still there. */
  readonly horizon: Position;
  /** The positions of its snapshots, in ascending order. Other files of snapshots are forgotten, or not finished. */
  readonly snapshots: readonly Position[];
  /** How it rests, if it was put to rest: valid while the last file of its journal is this one and has this size. */
  readonly rest: (RestingWorld & { readonly journal: { readonly name: string; readonly bytes: number } }) | null;
}

/** Returns the document of a world in its folder, for lowdb. */
export function worldDocument(disk: Disk, folder: string): DurableDocument<WorldContent> {
  return new DurableDocument(disk, join(folder, worldFile), parseContent, { isSmall: true });
}

/** Reads the document of a world; null if the folder is none of a world. Rejects if it cannot be that of this world. */
export async function readWorldContent(disk: Disk, folder: string, worldId: WorldId): Promise<WorldContent | null> {
  const content = await worldDocument(disk, folder).read();
  if (content?.entry.worldId === worldId) return content;
  const file = join(folder, worldFile);
  if (content !== null) {
    const { worldId: other } = content.entry;
    throw new Error(
      `${folder} has the world ${other}: give the folder that name, or move it out of ${dirname(folder)}`,
    );
  }
  const names: readonly string[] = await disk.readdir(folder).catch((cause: unknown) => {
    if (hasCode(cause, "ENOTDIR")) return [];
    throw cause;
  });
  if (segmentBeginnings(names).length > 0) throw new Damaged(file, null, "the file is missing");
  return null;
}

function parseContent({ entry, horizon, snapshots, rest }: Content): WorldContent | null {
  const parsed = parseEntry(entry);
  if (parsed === null || typeof horizon !== "number" || !isPositions(snapshots)) return null;
  return rest === null || isRest(rest) ? { entry: parsed, horizon, snapshots, rest } : null;
}

/** Returns the entry of a world parsed from JSON; null for anything else. */
export function parseEntry(value: unknown): WorldEntry | null {
  const { worldId, name, fixture, createdAt, beginning, origin }: Content = Object(value);
  if (typeof worldId !== "string" || typeof fixture !== "string") return null;
  if (typeof createdAt !== "number" || typeof beginning !== "number") return null;
  const parsedOrigin = parseOrigin(origin);
  const named = typeof name === "string" ? { name } : {};
  return { worldId, ...named, fixture, createdAt, beginning, ...(parsedOrigin && { origin: parsedOrigin }) };
}

function isPositions(value: unknown): value is readonly Position[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

/** The checksum of the document shows that Saldo wrote the rest of it, too. */
function isRest(value: unknown): value is NonNullable<WorldContent["rest"]> {
  const { position, keys, clock, journal }: Content = Object(value);
  return typeof position === "number" && Array.isArray(keys) && Object(clock) === clock && Object(journal) === journal;
}
