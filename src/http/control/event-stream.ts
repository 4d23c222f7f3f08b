import type { operations } from "../../spec/generated/control-api.ts";
import type { View } from "../../spec/renderer.ts";
import { FollowedWorlds, tooManyStreams } from "../event-stream/followed-worlds.ts";
import type { Handlers } from "../server/handler.ts";
import { clockView } from "./clock.ts";
import { positionUnknown } from "./rewind.ts";

export function eventStreamHandlers() {
  const worlds = new FollowedWorlds();
  return {
    streamEvents: {
      stream: async ({ query, headers }, { world }) => {
        const clock = () => world.transact(clockView);
        const ready = await clock();
        const present = ready.position;
        const after = headers["Last-Event-ID"] ?? query.after ?? present;
        if (after > present) return positionUnknown(after, present);
        const horizon = await world.past.forgottenUpTo();
        if (after < horizon) return historyForgotten(after, horizon);
        const follower = worlds.enter(world);
        if (follower === null) return tooManyStreams("event streams", "GET /sandbox/events");
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
