import { branchTo } from "../../engine/history/chronicle.ts";
import { companyRows } from "../../engine/history/company-rows.ts";
import { stretchesOf } from "../../engine/history/stretches.ts";
import { Timeline } from "../../engine/history/timeline.ts";
import { bucketsOf, marksOf } from "../../engine/history/timeline-picture.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";
import type { View } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { isoInstant, isoInstantOrNull } from "../view/instant-text.ts";

/** Shows a company's history as a picture of limited size, however long the history is. */
export function timelineHandlers() {
  // A world gets one when its timeline is first read.
  const timelines = new WeakMap<LiveWorld, Timeline>();
  return {
    getTimeline: {
      isLong: true,
      answer: async ({ query }, session) => {
        const { world } = session;
        const { companyId = session.companyId, buckets = 300 } = query;
        const [horizon, rewindableFrom] = await Promise.all([world.past.forgottenUpTo(), world.past.horizon()]);
        // Money, branches and time belong to one moment, and later events are in none of them.
        const seen = await session.readWorld((moment) => ({
          position: moment.position,
          now: moment.at,
          epoch: moment.chronicle.rewinds.length === 0 ? moment.world.epoch : null,
          chronicle: { ...moment.chronicle, rewinds: [...moment.chronicle.rewinds] },
          present: { ...(moment.world.companies.get(companyId)?.ledger ?? { available: 0, reserved: 0 }) },
        }));
        const timeline = timelines.get(world) ?? new Timeline(world.past);
        timelines.set(world, timeline);
        const rows = await timeline.rows(horizon, seen.position);
        const along = companyRows(rows, companyId, branchTo(seen.chronicle, seen.position));
        const from = query.from === undefined ? (along.rows[0]?.at ?? seen.now) : instantOf(query.from);
        const to = query.to === undefined ? Math.max(from, seen.now) : instantOf(query.to);
        if (to < from) return endsBeforeItBegins(from, to);
        const window = { from, to, buckets };
        return {
          type: "timeline-read",
          position: seen.position,
          now: isoInstant(seen.now),
          from: isoInstant(from),
          to: isoInstant(to),
          horizon,
          rewindableFrom,
          buckets: bucketsOf(along, window, seen.present).map((bucket) => {
            return { ...bucket, at: isoInstant(bucket.at), lastAt: isoInstant(bucket.lastAt) };
          }),
          marks: marksOf(along, window).map((mark) => {
            return { ...mark, at: isoInstant(mark.at), until: isoInstantOrNull(mark.until) };
          }),
          branches: stretchesOf(rows, seen.chronicle, seen.position, seen).map((stretch) => ({
            ...stretch,
            fromAt: isoInstant(stretch.fromAt),
            toAt: isoInstant(stretch.toAt),
          })),
        };
      },
    },
  } satisfies Partial<Handlers<operations>>;
}

export function endsBeforeItBegins(from: number, to: number): View {
  return notAllowed("to", `must not be before \`from\`, which is ${isoInstant(from)}, got ${isoInstant(to)}`);
}

export function notAllowed(at: string, message: string): View {
  return { type: "value-not-allowed", message: `${at}: ${message}`, ...{ problems: [{ at, message }] } };
}
