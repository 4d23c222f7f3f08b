import { compareDue } from "../../domain/agenda.ts";
import type { WorldEvent } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import { accounts } from "../../domain/ledger.ts";
import { outboxItems } from "../../domain/outbox.ts";
import { postingOf } from "../../domain/posting.ts";
import { agendaItems } from "../../domain/schedule.ts";
import { branchTo, type Stretch } from "../../engine/history/chronicle.ts";
import type { LiveWorld } from "../../engine/live-world.ts";
import type { Step } from "../../engine/machine.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Handlers } from "../handler.ts";
import { eventShape, eventView } from "../view/event-view.ts";
import { isoInstant } from "../view/instant-text.ts";

export const historyShapes: OutcomeShapes = {
  "events-listed": { events: [eventShape], next: true, horizon: true },
  "agenda-read": { items: [{ dueAt: true, type: true, id: true }] },
  "ledger-read": {
    accounts: { available: true, reserved: true, unsettled: true, customers: true, bank: true, fees: true },
    entries: [
      { position: true, at: true, reason: true, reference: true, postings: [{ account: true, amountCents: true }] },
    ],
    next: true,
  },
};

/** What happened, what will happen, and what it did to the money. Lists are in order of time. */
export const historyHandlers: Handlers<Pick<operations, "listEvents" | "getAgenda" | "getLedger">> = {
  listEvents: {
    outcomes: ["events-listed"],
    answer: async ({ query: { after = 0, limit, type } }, { world }) => {
      const select = (event: WorldEvent, position: number, at: Instant) =>
        type === undefined || event.type === type ? eventView(position, at, event, world.seed) : null;
      const forgotten = await world.past.forgottenUpTo();
      // What is on its way to being forgotten may still be there; it is not listed, since nobody can go back to it.
      const start = Math.max(after, forgotten);
      const { found, next, begins } = await page(world.history(start), { after: start, limit }, select);
      // More may have been forgotten meanwhile; the horizon is the one of what is listed.
      const horizon = begins > start + 1 ? begins - 1 : forgotten;
      return { type: "events-listed", events: found, next, horizon };
    },
  },
  getAgenda: {
    outcomes: ["agenda-read"],
    answer: (_call, session) =>
      session.readWorld(({ world }) => {
        const attempts = outboxItems(world).map((item) => ({ ...item, type: "delivery-attempt", id: item.deliveryId }));
        const inOrder = [...agendaItems(world), ...attempts].sort(compareDue);
        const items = inOrder.map(({ at, type, id }) => ({ dueAt: isoInstant(at), type, id }));
        return { type: "agenda-read", items };
      }),
  },
  getLedger: {
    outcomes: ["ledger-read"],
    answer: async ({ query: { after, limit } }, session) => {
      const select = (event: WorldEvent, position: number, at: Instant) =>
        "companyId" in event && event.companyId === session.companyId ? entryView(event, position, at) : null;
      // Balances and entries are of one moment: what is posted meanwhile is in neither.
      const seen = await session.read(({ position, chronicle }, { ledger }) => {
        return { branch: branchTo(chronicle, position), balances: { ...ledger } };
      });
      const { found, next } = await page(along(session.world, seen.branch, after), { after, limit }, select);
      return { type: "ledger-read", accounts: seen.balances, entries: found, next };
    },
  },
};

type History = AsyncIterable<Pick<Step, "first" | "at" | "events">>;

/** The history after a position, without what a rewind has left behind. */
async function* along({ past }: LiveWorld, branch: readonly Stretch[], start = 0): History {
  for (const { after, upTo } of branch) {
    if (upTo > start) yield* past.read(Math.max(after, start), upTo);
  }
}

/**
 * Up to `limit` things found in the history after a position, where to go on, or null at the end, and the position at
 * which what was read begins, 0 when there was nothing.
 */
async function page<T>(
  history: History,
  { after = 0, limit = 100 }: { after?: number | undefined; limit?: number | undefined },
  select: (event: WorldEvent, position: number, at: Instant) => T | null,
): Promise<{ found: T[]; next: number | null; begins: number }> {
  const found: T[] = [];
  let last = after;
  let begins = 0;
  for await (const { first, at, events } of history) {
    if (begins === 0) begins = first;
    for (const [i, event] of events.entries()) {
      const position = first + i;
      const item = position > after ? select(event, position, at) : null;
      if (item === null) continue;
      if (found.length === limit) return { found, next: last, begins };
      found.push(item);
      last = position;
    }
  }
  return { found, next: null, begins };
}

/** How a fact moved the company's money, or null when it did not. */
function entryView(event: WorldEvent, position: number, at: Instant) {
  const posting = postingOf(event);
  if (posting === null) return null;
  const postings = accounts
    .map((account) => ({ account, amountCents: posting[account] ?? 0 }))
    .filter(({ amountCents }) => amountCents !== 0);
  const reference = "withdrawId" in event ? event.withdrawId : "chargeId" in event ? event.chargeId : null;
  return { position, at: isoInstant(at), reason: event.type, reference, postings };
}
