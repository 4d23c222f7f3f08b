import { computed } from "@preact/signals";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import type { components } from "../../src/spec/generated/control-api.ts";
import { lineOf } from "../live/event-line.ts";
import { type HistoryEvent, numberOf, textOf } from "../live/history-event.ts";
import { overview } from "../live/overview.ts";
import { worldNow } from "../live/world-clock.ts";
import { moneyText } from "../parts/money.tsx";
import { hrefOf } from "../state/place.ts";
import { reading } from "../state/resource.ts";
import { text } from "../text/text.ts";
import { agenda } from "./agenda.ts";
import { branchesIn } from "./branches.ts";
import type { Bar, DueItem, Lane, Mark, RailModel } from "./model.ts";
import { stepsOf } from "./money-steps.ts";

type ReceivedRequest = components["schemas"]["ReceivedRequest"];

/** So much of the newest history is on the rail. */
const MAX_EVENTS = 1_000;
const MAX_CALLS = 300;

const { shown, follow } = reading(async ({ control, clock }) => {
  const { position } = await clock.read();
  const after = Math.max(0, position - MAX_EVENTS);
  const page = { params: { query: { after, limit: MAX_EVENTS } } };
  const [{ events }, ledger, { requests }] = await Promise.all([
    carriedOut(control.GET("/events", page)),
    carriedOut(control.GET("/ledger", page)),
    carriedOut(control.GET("/requests", { params: { query: { limit: MAX_CALLS } } })),
  ]);
  return { events, ledger, requests };
});

/** Keeps the rail up to date. */
export const followRail = follow;

/** What the rail shows; null before the first answer. */
export const railModel = computed<RailModel | null>(() => {
  const read = shown.value.value;
  const world = overview.value.value?.world;
  if (read === null || world === undefined) return null;
  const { ledger } = read;
  const companyId = overview.value.value?.company.companyId;
  const events = read.events.filter((event) => isAbout(textOf(event, "companyId"), companyId));
  const requests = read.requests.filter((request) => isAbout(request.companyId, companyId));
  // A clock that runs moves the present also when nothing happens.
  const nowMs = Math.max(Date.parse(world.now), worldNow.value ?? 0);
  const held = heldCents(events);
  const left = branchesIn(read.events);
  const live = events.filter(({ position }) => !left.some(({ after, upTo }) => position > after && position <= upTo));
  return {
    nowMs,
    position: world.position,
    rewindableFrom: world.rewindableFrom,
    steps: stepsOf(read.events, ledger.entries, ledger.accounts),
    marks: [...live.flatMap(markOf), ...requests.map(callMark)],
    bars: barsOf(live, nowMs),
    due: (agenda.value.value?.items ?? []).map((item) => dueOf(item, held)),
    left,
  };
});

/** What is about no company is about all. */
function isAbout(companyId: string | null, shown: string | undefined): boolean {
  return companyId === null || companyId === shown;
}

const lanes: readonly (readonly [RegExp, Lane])[] = [
  [/Withdrawal|Otp/, "withdrawals"],
  [/^AttemptRecorded$/, "webhooks"],
  [/^BookmarkSet$/, "bookmarks"],
];

function markOf(event: HistoryEvent): readonly Mark[] {
  const lane = lanes.find(([types]) => types.test(event.type))?.[1];
  if (lane === undefined || event.type === "AutomaticWithdrawalScheduled") return [];
  const { title, tone, href, detail } = lineOf(event);
  const label = lane === "bookmarks" ? detail : title;
  return [{ lane, atMs: Date.parse(event.at), tone, label, href, count: 1 }];
}

function callMark({ at, method, path, status, requestId }: ReceivedRequest): Mark {
  const tone = status === null || status >= 500 ? "bad" : status >= 400 ? "attention" : "quiet";
  const href = hrefOf("calls", { id: String(requestId) });
  return { lane: "calls", atMs: Date.parse(at), tone, label: `${method} ${path} ${status ?? ""}`, href, count: 1 };
}

function barsOf(events: readonly HistoryEvent[], nowMs: number): readonly Bar[] {
  return events.flatMap((event) => {
    const toMs = Date.parse(textOf(event, "releaseAt") ?? "");
    const chargeId = textOf(event, "chargeId");
    if (Number.isNaN(toMs) || chargeId === null) return [];
    const cents = numberOf(event, "heldCents");
    const label = cents === null ? text.value.rail.lanes.holds : moneyText(cents);
    const href = hrefOf("charges", { id: chargeId });
    return [{ fromMs: Date.parse(event.at), toMs, label, href, isOver: toMs <= nowMs }];
  });
}

const lanesOfAgenda: Readonly<Record<string, Lane>> = {
  "hold-release": "holds",
  settlement: "withdrawals",
  "automatic-withdrawal": "withdrawals",
};

/** Charges that expire have no lane; they matter to those who wait for webhooks. */
function dueOf({ dueAt, type, id }: AgendaItem, held: ReadonlyMap<string, number>): DueItem {
  const names: Readonly<Record<string, string>> = text.value.agenda;
  const cents = type === "hold-release" ? (held.get(id) ?? 0) : 0;
  return { atMs: Date.parse(dueAt), lane: lanesOfAgenda[type] ?? "webhooks", label: names[type] ?? type, cents };
}

interface AgendaItem {
  readonly dueAt: string;
  readonly type: string;
  readonly id: string;
}

/** Returns what is held of each charge, by the events that are known. */
function heldCents(events: readonly HistoryEvent[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const event of events) {
    const [chargeId, cents] = [textOf(event, "chargeId"), numberOf(event, "heldCents")];
    if (chargeId !== null && cents !== null) held.set(chargeId, cents);
  }
  return held;
}
