import type { PlaceRejection, PlaceTarget } from "../../engine/history/find-place.ts";
import { type RewindOutcome, reset, rewind } from "../../engine/rewind.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";
import type { View } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { isoInstant } from "../view/instant-text.ts";
import { bookmarkUnknown } from "./bookmarks.ts";

/** Rewinds and resets worlds. That works for a stopped world too, so the world is not read before. */
export const rewindHandlers = {
  rewindWorld: {
    answer: async ({ body }, { world }) => {
      return rewindView(await rewind(world, targetOf(body), body.deliveries, body.from), world);
    },
  },
  resetWorld: {
    freesMemory: true,
    answer: async ({ body }, { world }) => rewindView(await reset(world, body?.deliveries), world),
  },
} satisfies Partial<Handlers<operations>>;

/** The document's schema requires exactly one of the three. */
function targetOf({ bookmark, position, at = "" }: { bookmark?: string; position?: number; at?: string }): PlaceTarget {
  if (bookmark !== undefined) return { bookmark };
  return position === undefined ? { at: instantOf(at) } : { position };
}

function rewindView(outcome: RewindOutcome, world: LiveWorld): View {
  if (outcome.type === "world-moved-on") return { ...outcome, message: movedOn(outcome) };
  if (outcome.type !== "world-rewound") return rejectionView(outcome, world.past.beginning);
  return { ...outcome, ...{ now: isoInstant(outcome.now) } };
}

/** Says why there is no such place; `beginning`: the first position of the world. */
export function rejectionView(outcome: PlaceRejection, beginning: number): View {
  switch (outcome.type) {
    case "bookmark-unknown":
      return { ...outcome, message: bookmarkUnknown(outcome) };
    case "position-unknown":
      return positionUnknown(outcome.position, outcome.last);
    case "position-within-command":
      return { ...outcome, message: withinCommand(outcome.position, outcome.allowed) };
    case "rewind-into-future": {
      const now = isoInstant(outcome.now);
      const message = `The clock shows ${now}; to go forward use POST /sandbox/clock/advance.`;
      return { type: outcome.type, message, ...{ at: isoInstant(outcome.at), now } };
    }
    case "rewind-beyond-horizon": {
      const horizonAt = isoInstant(outcome.horizonAt);
      const message =
        outcome.horizon === beginning
          ? `The world begins at position ${outcome.horizon} (${horizonAt}); there is no way to before that.`
          : `The history before position ${outcome.horizon} (${horizonAt}) is forgotten; bookmarks and reset always work.`;
      return { ...outcome, message, ...{ horizonAt } };
    }
  }
}

function movedOn({ from, position }: { readonly from: number; readonly position: number }): string {
  return `The world stands at position ${position}, not at ${from}: a rewind would also drop what happened since.`;
}

function withinCommand(position: number, [before, after]: readonly number[]): string {
  return `Position ${position} is in the midst of what one command did; go back to ${before}, before it, or to ${after}, after it.`;
}

export function positionUnknown(position: number, last: number): View {
  const message = `The history has no position ${position} yet; its last one is ${last}.`;
  return { type: "position-unknown", message, ...{ position, last } };
}
