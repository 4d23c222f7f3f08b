import { computed } from "@preact/signals";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { lineOf } from "../live/event-line.ts";
import { historyBounds } from "../live/event-pages.ts";
import type { HistoryEvent } from "../live/history-event.ts";
import { numberOf, textOf } from "../live/history-event.ts";
import { overview } from "../live/overview.ts";
import { hrefOf } from "../state/place.ts";
import { reading } from "../state/resource.ts";
import { text } from "../text/text.ts";
import { agenda } from "./agenda.ts";
import type { Bar, DueItem, Lane, Mark, MoneyStep, RailModel } from "./model.ts";

const { shown, follow } = reading(async ({ control }) => {
  const after = Math.max(0, historyBounds().newest - 1000);
  const [{ events }, { entries }] = await Promise.all([
    carriedOut(control.GET("/events", { params: { query: { after, limit: 1000 } } })),
    carriedOut(control.GET("/ledger", { params: { query: { after, limit: 1000 } } })),
  ]);
  return { events, entries };
});
export const followRail = follow;

export const railModel = computed<RailModel | null>(() => {
  const read = shown.value.value;
  const world = overview.value.value?.world;
  if (read === null || world === undefined) return null;
  const { events, entries } = read;
  const end = overview.value.value?.accounts ?? { available: 0, reserved: 0 };
  let { available, reserved } = end;
  const steps: MoneyStep[] = [];
  for (const entry of [...entries].reverse()) {
    steps.unshift({
      atMs: Date.parse(entry.at),
      position: entry.position,
      min: available,
      max: available,
      available,
      reserved,
    });
    for (const { account, amountCents } of entry.postings) {
      if (account === "available") available -= amountCents;
      if (account === "reserved") reserved -= amountCents;
    }
  }
  const nowMs = Date.parse(world.now);
  return {
    nowMs,
    position: world.position,
    rewindableFrom: world.rewindableFrom,
    steps,
    marks: events.flatMap(markOf),
    bars: barsOf(events, nowMs),
    due: (agenda.value.value?.items ?? []).map(dueOf),
    left: [],
  };
});

const lanes: readonly (readonly [RegExp, Lane])[] = [
  [/Withdrawal|Otp/, "withdrawals"],
  [/^Attempt/, "webhooks"],
  [/^BookmarkSet/, "bookmarks"],
];
function markOf(event: HistoryEvent): Mark[] {
  const lane = lanes.find(([types]) => types.test(event.type))?.[1];
  if (lane === undefined) return [];
  const { title, tone, href, detail } = lineOf(event);
  return [{ lane, atMs: Date.parse(event.at), tone, label: lane === "bookmarks" ? detail : title, href, count: 1 }];
}
function barsOf(events: readonly HistoryEvent[], nowMs: number): Bar[] {
  return events.flatMap((event) => {
    const releaseAt = numberOf(event, "releaseAt") ?? Date.parse(textOf(event, "releaseAt") ?? "");
    const chargeId = textOf(event, "chargeId");
    if (Number.isNaN(releaseAt) || chargeId === null) return [];
    return [
      {
        fromMs: Date.parse(event.at),
        toMs: releaseAt,
        label: "",
        href: hrefOf("charges", { id: chargeId }),
        isOver: releaseAt <= nowMs,
      },
    ];
  });
}
function dueOf({ dueAt, type }: { dueAt: string; type: string }): DueItem {
  const lane: Lane = type === "hold-release" ? "holds" : type === "attempt" ? "webhooks" : "withdrawals";
  const names: Readonly<Record<string, string>> = text.value.agenda;
  return { atMs: Date.parse(dueAt), lane, label: names[type] ?? type, cents: 0 };
}
