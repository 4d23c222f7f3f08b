import type { WorkUnderWay } from "../work-under-way.ts";
import { parseOrigin } from "../world-origin.ts";
import {
  type Directory,
  type Position,
  type Rest,
  UnknownWorld,
  type WorldEntry,
  type WorldId,
} from "../world-store.ts";
import type { Ask, Connections } from "./connections.ts";
import { lost } from "./failure.ts";

/** A world in the database. A world that is made anew under the same id has another number. */
export interface NumberedWorld {
  readonly worldId: WorldId;
  readonly no: number;
}

/** A world with the epoch of its owner, for statements that do nothing once another process has taken the world. */
export interface FencedWorld extends NumberedWorld {
  readonly epoch: number;
}

/** A part of a question: where the history of the world `w` ends. */
export const endOfHistory = `coalesce((SELECT last FROM $.entry WHERE world = w.no ORDER BY first DESC LIMIT 1), horizon)`;

/** Adds a world, with a process as its owner, and returns its number. Fails if the id is taken. */
export async function insertWorld(ask: Ask, entry: WorldEntry, horizon: Position, owner: string): Promise<number> {
  const text = "INSERT INTO $.world (id, listed, horizon, owner, epoch) VALUES ($1, $2, $3, $4, 1) RETURNING no";
  const [[no] = []] = await ask(text, entry.worldId, JSON.stringify(entry), horizon, owner);
  return Number(no);
}

/** Deletes a world and all that it has, if its owner still has it in an epoch. */
export async function deleteWorld(connections: Connections, { worldId, no, epoch }: FencedWorld): Promise<void> {
  await connections.transaction(async (ask) => {
    const deleted = await ask("DELETE FROM $.world WHERE no = $1 AND epoch = $2 RETURNING no", no, epoch);
    if (deleted.length !== 1) throw lost(worldId);
    // This waited for what was under way; the others see what that has added.
    for (const table of ["entry", "snapshot", "api_key", "schedule"]) {
      await ask(`DELETE FROM $.${table} WHERE world = $1`, no);
    }
  });
}

/** Returns a world whichever process has it. Rejects with `UnknownWorld`. */
export async function numberedWorld({ ask }: Connections, worldId: WorldId): Promise<NumberedWorld> {
  const [[no] = []] = await ask("SELECT no FROM $.world WHERE id = $1", worldId);
  if (no === undefined) throw new UnknownWorld(worldId);
  return { worldId, no: Number(no) };
}

/** Returns what `insertWorld` was given. */
export function entryOf(listed: string | null | undefined): WorldEntry {
  const { origin, ...entry }: WorldEntry = JSON.parse(String(listed));
  // An origin of another version is left out.
  const parsed = parseOrigin(origin);
  return parsed === undefined ? entry : { ...entry, origin: parsed };
}

export async function entries(connections: Connections): Promise<readonly WorldEntry[]> {
  return (await connections.ask("SELECT listed FROM $.world ORDER BY no")).map(([listed]) => entryOf(listed));
}

/** Notes how a world rests, if its owner still has it in an epoch. */
export async function noteRest(ask: Ask, { no, epoch }: FencedWorld, { clock, wakesAt, summary }: Rest): Promise<void> {
  const text = `WITH mine AS (SELECT no FROM $.world WHERE no = $1 AND epoch = $2 FOR SHARE)
    INSERT INTO $.schedule (world, clock, wakes_at, summary) SELECT no, $3, $4::double precision, $5 FROM mine
    ON CONFLICT (world) DO UPDATE
      SET clock = excluded.clock, wakes_at = excluded.wakes_at, summary = excluded.summary`;
  await ask(text, no, epoch, JSON.stringify(clock), wakesAt, summary === undefined ? null : JSON.stringify(summary));
}

/** What a directory does with the worlds that a process has, or takes. */
type OwnWorlds = Required<Pick<Directory, "takeDue" | "note" | "putToRest">>;

/** Returns what finds worlds by their rows, whichever process has them. */
export function sharedDirectory(work: WorkUnderWay, { ask }: Connections, own: () => OwnWorlds): Directory {
  return {
    list: () =>
      work.do(async () => {
        const rows = await ask(`SELECT w.listed, ${endOfHistory}, s.clock, s.wakes_at, s.summary
          FROM $.world w JOIN $.schedule s ON s.world = w.no ORDER BY w.no`);
        return rows.map(([listed, last, clock, wakesAt, summary]) => ({
          entry: entryOf(listed),
          position: Number(last),
          clock: JSON.parse(String(clock)),
          wakesAt: typeof wakesAt === "string" ? Number(wakesAt) : null,
          ...(typeof summary === "string" && { summary: JSON.parse(summary) }),
        }));
      }),
    find: (digest) =>
      work.do(async () => {
        const text = "SELECT w.listed, k.company FROM $.api_key k JOIN $.world w ON w.no = k.world WHERE k.digest = $1";
        const [[listed, companyId] = []] = await ask(text, digest);
        return typeof companyId === "string" ? { entry: entryOf(listed), companyId } : null;
      }),
    entry: (id) =>
      work.do(async () => {
        const [[listed] = []] = await ask("SELECT listed FROM $.world WHERE id = $1", id);
        return typeof listed === "string" ? entryOf(listed) : null;
      }),
    takeDue: (limit, now) => work.do(async () => own().takeDue(limit, now)),
    note: (id, resting) => work.do(async () => own().note(id, resting)),
    putToRest: (id, resting) => work.do(async () => own().putToRest(id, resting)),
  };
}
