import { saveFileOf } from "../../engine/beginning/save-file/write-save-file.ts";
import type { Replayed } from "../../engine/history/chronicle.ts";
import { findPlace, type PlaceRejection, type PlaceTarget } from "../../engine/history/find-place.ts";
import { Past } from "../../engine/history/past.ts";
import { replay } from "../../engine/history/replay.ts";
import type { WorldEntry, WorldStore } from "../../store/world-store.ts";

/** A save-file as it is written, or why there is none. */
export type Exported = { readonly text: string } | PlaceRejection;

/**
 * What a world is at a place, as a save-file: the name of a bookmark, or a position; by default the present, with its last
 * fact. It has no API keys, since it is to be shared, and none of what the history said of itself: a world that begins
 * from it has another history. Throws when the place cannot be read.
 */
export async function exportWorld(store: WorldStore, entry: WorldEntry, place: string | null): Promise<Exported> {
  const present = await replay(store, entry.worldId);
  if (place === null) return { text: await textOf(present) };
  const target = targetOf(place, present);
  const found = await findPlace(new Past(entry, store), target, { ...present, at: present.world.at });
  if ("type" in found) return found;
  return { text: await textOf(await replay(store, entry.worldId, found.position)) };
}

/** A bookmark may be called like a position; then it is meant. */
function targetOf(place: string, { chronicle }: Replayed): PlaceTarget {
  const isPosition = /^\d{1,15}$/.test(place) && !chronicle.bookmarks.has(place);
  return isPosition ? { position: Number(place) } : { bookmark: place };
}

async function textOf(replayed: Replayed): Promise<string> {
  return `${JSON.stringify(await saveFileOf(replayed), null, 2)}\n`;
}
