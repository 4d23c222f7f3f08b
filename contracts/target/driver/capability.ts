import { type ActionName, actionNames } from "./action-table.ts";

/** What the user of a run gives it. */
export type Grant = "open" | "settle" | "webhooks" | "codes" | "receiver" | "waiting" | "listening";

/** What a story needs beside the interface: a grant of the user, or something that only the outside world can do. */
export type Capability = Grant | Exclude<ActionName, "read-code" | "read-settings">;

/** Those that the outside world does. */
export const outsideCapabilities: readonly Capability[] = actionNames.filter(
  (name) => name !== "read-code" && name !== "read-settings",
);
