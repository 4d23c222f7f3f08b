import { sealed } from "../../store/lowdb/sealed.ts";
import type { Position, WorldEntry, WorldStore } from "../../store/world-store.ts";
import { newChronicle } from "../history/chronicle.ts";
import { Past } from "../history/past.ts";
import { replay } from "../history/replay.ts";
import type { Replayed } from "../history/replayed.ts";
import type { RewindRefusal } from "../history/rewind.ts";
import { toSnapshot } from "../save-file/world-snapshot.ts";
import { stateFlaw } from "./check-snapshots.ts";

/** Why there is no such place in a history. */
export type PlaceRefusal = Exclude<RewindRefusal, { type: "rewind-into-future" }>;

/** A save-file as it is written, or why there is none. */
export type Exported = { readonly text: string } | PlaceRefusal;

/**
 * What a world is at a place, as a save-file: the name of a bookmark, or a position; by default the present, with its last
 * fact. It has no API keys, since it is to be shared, and none of what the history said of itself: a world that begins
 * from it has another history. Throws when the place cannot be read.
 */
export async function exportWorld(store: WorldStore, entry: WorldEntry, place: string | null): Promise<Exported> {
  const present = await replay(store, entry.worldId);
  if (place === null) return { text: textOf(present) };
  const found = await findPlace(new Past(entry, store), present, place);
  if (typeof found !== "number") return found;
  const replayed = await replay(store, entry.worldId, found);
  if (replayed.position !== found) throw new Error(`nothing is kept of the position ${found}`);
  return { text: textOf(replayed) };
}

async function findPlace(past: Past, { chronicle, position: last }: Replayed, place: string) {
  const { bookmarks } = chronicle;
  const bookmark = bookmarks.get(place);
  if (bookmark !== undefined) return bookmark.position;
  const refused = (refusal: PlaceRefusal) => refusal;
  if (!/^\d{1,15}$/.test(place)) {
    return refused({ type: "bookmark-unknown", name: place, allowed: [...bookmarks.keys()] });
  }
  const position: Position = Number(place);
  if (position > last) return refused({ type: "position-unknown", position, last });
  const isMarked = Array.from(bookmarks.values()).some((other) => other.position === position);
  const start = await past.start();
  if (position < start.position && position !== past.beginning && !isMarked) {
    return refused({ type: "rewind-beyond-horizon", horizon: start.position, horizonAt: start.at });
  }
  const found = await past.endAt(position);
  return "at" in found ? position : refused({ type: "position-within-command", position, allowed: found.around });
}

function textOf(replayed: Replayed): string {
  const { position, at, state } = toSnapshot({ ...replayed, chronicle: newChronicle(replayed.world.epoch) });
  const document = sealed({ position, at, state });
  // Read back before anybody relies on it.
  const flaw = stateFlaw({ position, at, state: JSON.parse(JSON.stringify(state)) });
  if (flaw !== null) throw new Error(flaw);
  return `${JSON.stringify(document, null, 2)}\n`;
}
