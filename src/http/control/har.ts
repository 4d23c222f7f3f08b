import type { operations } from "../../spec/generated/control-api.ts";
import { type HarExport, sentBy } from "../har/har-export.ts";
import type { RequestJournals } from "../journal/request-journals.ts";
import type { Handlers } from "../server/handler.ts";

/** Exports what a world has received and sent. */
export function harHandlers(journals: RequestJournals, har: HarExport) {
  return {
    exportRequests: {
      isLong: true,
      shapes: {
        "requests-exported": { log: { version: true, creator: { name: true, version: true }, entries: [true] } },
      },
      answer: async (_call, session) => {
        const sent = await session.readWorld(({ world }) => sentBy(world));
        const calls = journals.of(session.world).newest({ limit: Number.POSITIVE_INFINITY });
        return { type: "requests-exported", ...(await har.of(calls.toReversed(), sent)) };
      },
    },
  } satisfies Partial<Handlers<operations>>;
}
