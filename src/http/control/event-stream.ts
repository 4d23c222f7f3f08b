import type { operations } from "../../spec/generated/control-api.ts";
import type { View } from "../../spec/renderer.ts";
import { FollowedWorlds, MAX_STREAMS_PER_WORLD } from "../event-stream/followed-worlds.ts";
import type { Handlers } from "../server/handler.ts";
import { clockView } from "./clock.ts";
import { positionUnknown, positionUnknownShape } from "./rewind.ts";

/** Streams the events of a world as they happen. */
export function eventStreamHandlers() {
  const worlds = new FollowedWorlds();
  return {
    streamEvents: {
      shapes: {
        "events-streamed": {},
        "history-forgotten": { after: true, horizon: true },
        "position-unknown": positionUnknownShape,
        "too-many-streams": { limit: true },
      },
      stream: async ({ query, headers }, { world }) => {
        const clock = () => world.transact(clockView);
        const ready = await clock();
        const present = ready.position;
        const after = headers["Last-Event-ID"] ?? query.after ?? present;
        if (after > present) return positionUnknown(after, present);
        const horizon = await world.past.forgottenUpTo();
        if (after < horizon) return historyForgotten(after, horizon);
        const follower = worlds.enter(world);
        if (follower === null) return tooManyStreams;
        const parts = async function* (signal: AbortSignal) {
          yield clockText("ready", ready);
          yield* follower.parts(after, signal);
        };
        const heartbeat = async () => clockText("clock", await clock());
        return { view: { type: "events-streamed" }, parts, heartbeat, onEnd: () => follower.leave() };
      },
    },
  } satisfies Partial<Handlers<operations>>;
}

/** It has no `id`, so a client that reconnects continues after the last event of the history. */
function clockText(event: "ready" | "clock", clock: ReturnType<typeof clockView>): string {
  return `event: ${event}\ndata: ${JSON.stringify(clock)}\n\n`;
}

function historyForgotten(after: number, horizon: number): View {
  const message = `What happened between the positions ${after} and ${horizon} is forgotten; look at the world as it is, and follow it from ${horizon} or later.`;
  return { type: "history-forgotten", message, ...{ after, horizon } };
}

const tooManyStreams = {
  type: "too-many-streams",
  limit: MAX_STREAMS_PER_WORLD,
  message: `This world already has ${MAX_STREAMS_PER_WORLD} event streams, which is the maximum; close one, or read GET /sandbox/events instead.`,
};
