import type { Position } from "../store/world-store.ts";
import type { Bookmark } from "./history/chronicle.ts";
import type { LiveWorld } from "./world/live-world.ts";

/** Maximum bookmarks of a world. When history is forgotten, a snapshot of each bookmark stays. */
const MAX_BOOKMARKS = 100;

export type BookmarkOutcome =
  | { readonly type: "bookmark-set"; readonly bookmark: Bookmark; readonly position: Position }
  | { readonly type: "bookmark-removed"; readonly position: Position }
  | { readonly type: "bookmarks-full"; readonly most: number }
  | { readonly type: "bookmark-unknown"; readonly name: string; readonly allowed: readonly string[] };

/** Sets a bookmark at the present. A bookmark of the same name moves here. */
export async function setBookmark(world: LiveWorld, name: string): Promise<BookmarkOutcome> {
  return world.transact((transaction) => {
    const { bookmarks } = transaction.chronicle;
    if (!bookmarks.has(name) && bookmarks.size >= MAX_BOOKMARKS) return { type: "bookmarks-full", most: MAX_BOOKMARKS };
    transaction.run({ type: "set-bookmark", name });
    const { position, at } = transaction;
    return { type: "bookmark-set", bookmark: { name, position, at }, position };
  });
}

/** Removes a bookmark. The history that it named stays. */
export async function removeBookmark(world: LiveWorld, name: string): Promise<BookmarkOutcome> {
  return world.transact((transaction) => {
    const { bookmarks } = transaction.chronicle;
    if (!bookmarks.has(name)) return { type: "bookmark-unknown", name, allowed: [...bookmarks.keys()] };
    transaction.run({ type: "remove-bookmark", name });
    return { type: "bookmark-removed", position: transaction.position };
  });
}
