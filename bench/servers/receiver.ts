import type { Candidate } from "./candidate.ts";

/** A receiver of webhooks that acknowledges everything at once. */
export const receiver: Candidate = {
  name: "receiver",
  command: (port) => [process.execPath, new URL("programs/receiver.ts", import.meta.url).pathname, String(port)],
  probe: { path: "/" },
};
