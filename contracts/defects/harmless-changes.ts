import type { HarmlessChange } from "./defect.ts";

/** What a target may do otherwise, because the document does not say it. */
export const harmlessChanges: readonly HarmlessChange[] = [
  {
    id: "harmless-nothing",
    why: "What the sandbox does by itself is allowed.",
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace: "return reply.code( status)",
  },
];
