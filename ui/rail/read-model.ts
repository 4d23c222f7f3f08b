import { computed } from "@preact/signals";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import type { ReceivedRequest, TimelineMark, TimelineRead } from "../../src/spec/generated/control-api.ts";
import { eventName, eventTone } from "../live/event-line.ts";
import { companyName, overview } from "../live/overview.ts";
import { worldNow } from "../live/world-clock.ts";
import { factsText } from "../parts/facts.ts";
import { hrefOf } from "../state/place.ts";
import { followed } from "../state/resource.ts";
import { text, wordFor } from "../text/text.ts";
import { type AgendaItem, agenda } from "./agenda.ts";
import { stepOf } from "./balance-line.ts";
import { type DueItem, instantsOf, type Lane, type Mark, type RailModel } from "./model.ts";
import { refined } from "./refined.ts";
import { nearView } from "./zoom.ts";

/** As fine as the control plane divides the time. */
const BUCKETS = 1_200;
const MAX_CALLS = 300;

const whole = followed(async ({ control }) => {
  const [timeline, { requests }] = await Promise.all([
    carriedOut(control.GET("/timeline", { params: { query: { buckets: BUCKETS } } })),
    carriedOut(control.GET("/requests", { params: { query: { limit: MAX_CALLS } } })),
  ]);
  return { timeline, requests };
});

/** What is in view of an axis that is wider than the view, more finely. */
const near = followed(async ({ control }) => {
  const view = nearView.peek();
  if (view === null) return null;
  const from = new Date(view.fromMs).toISOString();
  const to = new Date(view.toMs).toISOString();
  return carriedOut(control.GET("/timeline", { params: { query: { buckets: BUCKETS, from, to } } }));
}, nearView);

/** What the rail shows; null before the first answer. */
export const railModel = computed<RailModel | null>(() => {
  const { value } = whole.value;
  if (value === null) return null;
  const { timeline, requests } = value;
  const part = near.value.value;
  const coarse = modelOf(timeline, requests);
  const stops = instantsOf(coarse);
  return { ...(part === null ? coarse : modelOf(refined(timeline, part), requests)), stops };
});

function modelOf(timeline: TimelineRead, requests: readonly ReceivedRequest[]): Omit<RailModel, "stops"> {
  const companyId = overview.value.value?.company.companyId ?? null;
  // A clock that runs moves the present also when nothing happens.
  const nowMs = Math.max(Date.parse(timeline.now), worldNow.value ?? 0);
  const { items, total } = agenda.value ?? { items: [], total: 0 };
  // A rewind takes no call back; those of a time that is still to come would seem to be due.
  const calls = requests.filter(({ companyId: of, at }) => (of ?? companyId) === companyId && Date.parse(at) <= nowMs);
  return {
    nowMs,
    position: timeline.position,
    rewindableFrom: timeline.rewindableFrom,
    steps: timeline.buckets.map(stepOf),
    marks: [...timeline.marks.filter((mark) => !isHold(mark)).map(markOf), ...calls.map(callMark)],
    bars: timeline.marks.filter(isHold).map(({ at, until, id }) => {
      const toMs = Date.parse(until ?? at);
      return { fromMs: Date.parse(at), toMs, href: hrefTo("holds", id), isOver: toMs <= nowMs };
    }),
    due: items.map((item) => dueOf(item, companyId)),
    dueLater: total - items.length,
    left: timeline.branches
      .filter(({ live }) => !live)
      .map(({ after, upTo, fromAt, toAt }) => ({ after, upTo, fromMs: Date.parse(fromAt), toMs: Date.parse(toAt) })),
  };
}

function isHold({ lane, until }: TimelineMark): boolean {
  return lane === "holds" && until !== null;
}

function markOf({ lane, at, type, id, count, failed }: TimelineMark): Mark {
  const label = type === null ? text.rail.lanes[lane] : lane === "bookmarks" ? (id ?? "") : eventName(type);
  const tone = failed ? "bad" : eventTone(type ?? "");
  return { lane, atMs: Date.parse(at), tone, label, href: hrefTo(lane, id), count };
}

function hrefTo(lane: Lane, id: string | null): string | null {
  if (lane === "withdrawals") return hrefOf("withdrawals", { id: id ?? undefined });
  if (lane === "webhooks") return hrefOf("webhooks", { delivery: id ?? undefined });
  return lane === "holds" ? hrefOf("charges", { id: id ?? undefined }) : null;
}

function callMark({ at, method, path, status, requestId }: ReceivedRequest): Mark {
  const tone = status === null || status >= 500 ? "bad" : status >= 400 ? "attention" : "quiet";
  const href = hrefOf("calls", { id: String(requestId) });
  return { lane: "calls", atMs: Date.parse(at), tone, label: `${method} ${path} ${status ?? ""}`, href, count: 1 };
}

const lanesOfAgenda: Readonly<Record<string, Lane>> = {
  "hold-release": "holds",
  settlement: "withdrawals",
  "code-expiry": "withdrawals",
  "automatic-withdrawal": "withdrawals",
};

/** Charges that expire have no lane; they matter to those who wait for webhooks. */
function dueOf({ dueAt, type, companyId, amountCents }: AgendaItem, shownCompanyId: string | null): DueItem {
  const isOwn = companyId === shownCompanyId;
  const cents = type === "hold-release" && isOwn ? (amountCents ?? 0) : 0;
  const label = factsText(wordFor(text.agenda, type), !isOwn && companyName(companyId));
  return { atMs: Date.parse(dueAt), lane: isOwn ? (lanesOfAgenda[type] ?? "webhooks") : null, label, cents };
}
