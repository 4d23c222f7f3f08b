import type { HistoryCommand } from "../command.ts";
import { accept, type Deciders } from "./decider.ts";

/** What is done to the history as such. Whether there is such a place in it is no matter of the world's. */
export const decideHistory: Deciders<HistoryCommand["type"]> = {
  "set-bookmark": (_context, { name }) => accept({ type: "bookmark-set" }, { type: "BookmarkSet", name }),
  "remove-bookmark": (_context, { name }) => accept({ type: "bookmark-removed" }, { type: "BookmarkRemoved", name }),
  "rewind-world": (_context, rewind) => accept({ type: "world-rewound" }, { ...rewind, type: "WorldRewound" }),
};
