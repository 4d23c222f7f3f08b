import { setImmediate } from "node:timers/promises";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { MAX_STREAMS_PER_WORLD, tooManyStreams } from "../event-stream/followed-worlds.ts";
import { type HarExport, sentBy } from "../har/har-export.ts";
import type { ShownCall } from "../journal/received-call.ts";
import type { RequestJournals } from "../journal/request-journals.ts";
import type { Waits } from "../request/waits.ts";
import type { Handlers } from "../server/handler.ts";
import { isoInstant } from "../view/instant-text.ts";
import { refuseAfterEnd } from "./newest-first.ts";

/** Lists the calls of the simulated interface, tells them as they end, and exports what a world has received and sent. */
export function requestHandlers(journals: RequestJournals, waits: Waits, har: HarExport) {
  /** How many are open. */
  const streams = new WeakMap<LiveWorld, number>();
  return {
    listRequests: {
      answer: async ({ query }, { world }, caller) => {
        const journal = journals.of(world);
        const { wait, after } = query;
        if (after !== undefined) refuseAfterEnd(after, journal.newest({ limit: 1 })[0]?.beginning.requestId ?? 0);
        if (wait === undefined) return listedView(journal.newest(query));
        return waits.ofWorld(world, wait, caller, async (signal) => listedView(await journal.ended(query, signal)));
      },
    },
    streamRequests: {
      stream: async (_call, { world }) => {
        const follow = journals.of(world).follow();
        const open = streams.get(world) ?? 0;
        if (open >= MAX_STREAMS_PER_WORLD) return tooManyStreams("streams of calls", "GET /sandbox/requests");
        streams.set(world, open + 1);
        const parts = async function* (signal: AbortSignal) {
          for await (const call of follow(signal)) {
            yield `event: request\ndata: ${JSON.stringify(requestView(call))}\n\n`;
          }
        };
        const onEnd = () => void streams.set(world, (streams.get(world) ?? 1) - 1);
        return { view: { type: "requests-streamed" }, parts, onEnd };
      },
    },
    exportRequests: {
      isLong: true,
      answer: async (_call, session) => {
        const sent = await session.readWorld(({ world }) => sentBy(world));
        const calls = journals.of(session.world).newest({ limit: Number.POSITIVE_INFINITY });
        return { type: "requests-exported", ...(await har.of(calls.toReversed(), sent)) };
      },
    },
  } satisfies Partial<Handlers<operations>>;
}

async function listedView(calls: readonly ShownCall[]) {
  const requests = [];
  for (const call of calls) {
    requests.push(requestView(call));
    // There may be a thousand long ones; others need not wait for all of them.
    await setImmediate();
  }
  return { type: "requests-listed", requests };
}

function requestView(call: ShownCall) {
  const { beginning, requestBody, status, fault, outcome, durationMs, responseBody } = call;
  const { host: _, announcedBody: __, ...shown } = beginning;
  return {
    ...shown,
    requestBody,
    status,
    fault,
    outcome,
    responseBody,
    at: isoInstant(beginning.at),
    receivedAt: isoInstant(beginning.receivedAt),
    durationMs: durationMs === null ? null : Math.round(durationMs * 10) / 10,
  };
}
