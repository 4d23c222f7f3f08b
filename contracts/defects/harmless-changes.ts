import type { HarmlessChange } from "./defect.ts";
import { harmlessAccounts } from "./harmless-accounts.ts";
import { harmlessBehaviours } from "./harmless-behaviours.ts";
import { harmlessDeliveries } from "./harmless-deliveries.ts";
import { harmlessResponses } from "./harmless-responses.ts";

/** What a target may do otherwise, because the document does not say it. */
export const harmlessChanges: readonly HarmlessChange[] = [
  {
    id: "harmless-nothing",
    why: "What the sandbox does by itself is allowed.",
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace: "return  reply.code(status)",
  },
  ...harmlessResponses,
  ...harmlessDeliveries,
  ...harmlessBehaviours,
  ...harmlessAccounts,
];
