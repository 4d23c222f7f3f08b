import { follow } from "../../engine/history/follow.ts";
import type { LiveWorld } from "../../engine/live-world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes, View } from "../../spec/renderer.ts";
import type { Handlers } from "../handler.ts";
import { eventView } from "../view/event-view.ts";
import { positionUnknown } from "./rewind.ts";

export const eventStreamShapes: OutcomeShapes = {
  "events-streamed": {},
  "history-forgotten": { after: true, horizon: true },
};

/** The history is followed as it goes on. */
export const eventStreamHandlers: Handlers<Pick<operations, "streamEvents">> = {
  streamEvents: {
    outcomes: ["events-streamed", "history-forgotten", "position-unknown"],
    stream: async ({ query, headers }, { world }) => {
      const present = await world.transact(({ position }) => position);
      const after = headers["Last-Event-ID"] ?? query.after ?? present;
      if (after > present) return positionUnknown(after, present);
      const horizon = await world.past.forgottenUpTo();
      if (after < horizon) return historyForgotten(after, horizon);
      return { view: { type: "events-streamed" }, parts: (signal) => eventTexts(world, after, signal) };
    },
  },
};

/** What a server-sent event is for every fact, those of a commit together. */
async function* eventTexts(world: LiveWorld, after: number, signal: AbortSignal): AsyncIterable<string> {
  let seen = after;
  for await (const { first, at, events } of follow(world, after, signal)) {
    // A client that is so slow that history was forgotten before it was read learns of it when it connects again.
    if (first > seen + 1) return;
    const texts = events.map((event, i) => (first + i > seen ? eventText(eventView(first + i, at, event)) : ""));
    seen = first + events.length - 1;
    yield texts.join("");
  }
}

/** JSON has no line breaks, and a type is a name. */
function eventText(view: ReturnType<typeof eventView>): string {
  return `id: ${view.position}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
}

function historyForgotten(after: number, horizon: number): View {
  const message = `What happened between the positions ${after} and ${horizon} is forgotten; look at the world as it is, and follow it from ${horizon} or later.`;
  return { type: "history-forgotten", message, ...{ after, horizon } };
}
