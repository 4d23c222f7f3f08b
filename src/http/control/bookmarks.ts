import { type BookmarkOutcome, removeBookmark, setBookmark } from "../../engine/bookmarks.ts";
import type { Bookmark } from "../../engine/history/chronicle.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { View } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { isoInstant } from "../view/instant-text.ts";

export const bookmarkHandlers = {
  listBookmarks: {
    answer: (_call, session) =>
      session.readWorld(({ chronicle }) => {
        const inOrder = [...chronicle.bookmarks.values()].sort((a, b) => a.position - b.position);
        return { type: "bookmarks-listed", bookmarks: inOrder.map(bookmarkView) };
      }),
  },
  setBookmark: {
    answer: async ({ body: { name } }, { world }) => outcomeView(await setBookmark(world, name), name),
  },
  removeBookmark: {
    answer: async ({ params: { name } }, { world }) => outcomeView(await removeBookmark(world, name), name),
  },
} satisfies Partial<Handlers<operations>>;

function bookmarkView({ name, position, at }: Bookmark) {
  return { name, position, at: isoInstant(at) };
}

function outcomeView(outcome: BookmarkOutcome, name: string): View {
  switch (outcome.type) {
    case "bookmark-set":
      return { type: outcome.type, ...bookmarkView(outcome.bookmark) };
    case "bookmark-removed":
      return { ...outcome, ...{ name } };
    case "bookmarks-full": {
      const message = `A world has at most ${outcome.most} bookmarks; remove one or move one first.`;
      return { type: outcome.type, message, ...{ limit: outcome.most } };
    }
    case "bookmark-unknown":
      return { ...outcome, message: bookmarkUnknown(outcome) };
  }
}

export function bookmarkUnknown({ name, allowed }: { name: string; allowed: readonly string[] }): string {
  const names = allowed.map((each) => JSON.stringify(each)).join(", ");
  const time = /^\d{4}-\d\d/.test(name) ? " If it is a time, write it with its offset: 2026-03-02T12:00:00Z." : "";
  return `There is no bookmark ${JSON.stringify(name)}; there are: ${names || "none"}.${time}`;
}
