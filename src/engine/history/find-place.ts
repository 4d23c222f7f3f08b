import type { Instant } from "../../domain/instant.ts";
import type { Position } from "../../store/world-store.ts";
import type { HistoryPlace, Past, Present } from "./past.ts";

/** A place in a history: a bookmark, the end of a command, or the last moment at an instant. */
export type PlaceTarget = { readonly bookmark: string } | { readonly position: Position } | { readonly at: Instant };

/** Why the world cannot go back to a place. */
export type PlaceRejection =
  | { readonly type: "bookmark-unknown"; readonly name: string; readonly allowed: readonly string[] }
  | { readonly type: "position-unknown"; readonly position: Position; readonly last: Position }
  /** The events of one command belong together: the world can go back to before or after them. */
  | { readonly type: "position-within-command"; readonly position: Position; readonly allowed: readonly Position[] }
  | { readonly type: "rewind-into-future"; readonly at: Instant; readonly now: Instant }
  | { readonly type: "rewind-beyond-horizon"; readonly horizon: Position; readonly horizonAt: Instant };

/** Finds a place on the branch of the present, or at a bookmark. Throws `Unavailable`. */
export async function findPlace(
  past: Past,
  target: PlaceTarget,
  present: Present,
): Promise<HistoryPlace | PlaceRejection> {
  if ("bookmark" in target) return findBookmark(target.bookmark, present);
  return "position" in target ? findPosition(past, target.position, present) : findInstant(past, target.at, present);
}

function findBookmark(name: string, { chronicle }: Present): HistoryPlace | PlaceRejection {
  return chronicle.bookmarks.get(name) ?? { type: "bookmark-unknown", name, allowed: [...chronicle.bookmarks.keys()] };
}

async function findPosition(past: Past, position: Position, present: Present): Promise<HistoryPlace | PlaceRejection> {
  if (position > present.position) return { type: "position-unknown", position, last: present.position };
  const marked = Array.from(present.chronicle.bookmarks.values()).find((bookmark) => bookmark.position === position);
  if (marked !== undefined) return marked;
  if (position !== past.beginning && position < (await past.horizon())) return beyondHorizon(past);
  const found = await past.endAt(position);
  return "at" in found ? found : { type: "position-within-command", position, allowed: found.around };
}

async function findInstant(past: Past, at: Instant, present: Present): Promise<HistoryPlace | PlaceRejection> {
  if (at > present.at) return { type: "rewind-into-future", at, now: present.at };
  const last = await past.lastAt(at, present);
  return last === null ? beyondHorizon(past) : { position: last.position, at };
}

export async function beyondHorizon(past: Past): Promise<PlaceRejection> {
  const { position, at } = await past.start();
  return { type: "rewind-beyond-horizon", horizon: position, horizonAt: at };
}
