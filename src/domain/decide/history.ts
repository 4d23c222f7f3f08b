import type { HistoryCommand } from "../command.ts";
import { accept, type Deciders } from "./decider.ts";

/** Commands on the history. The world does not check whether the position exists; the engine does. */
export const decideHistory: Deciders<HistoryCommand["type"]> = {
  "set-bookmark": (_context, { name }) => accept({ type: "bookmark-set" }, { type: "BookmarkSet", name }),
  "remove-bookmark": (_context, { name }) => accept({ type: "bookmark-removed" }, { type: "BookmarkRemoved", name }),
  "rewind-world": (_context, rewind) => accept({ type: "world-rewound" }, { ...rewind, type: "WorldRewound" }),
};
