import type { Sharing } from "../../store/sharing.ts";

/** A process that shares its store, with no other at the moment. */
export const ALONE: Sharing = {
  token: "alone",
  peers: () => [],
  assertCurrent: () => undefined,
  watch: () => undefined,
  join: async () => [],
  leave: async () => undefined,
};
