import { compareDue } from "../../domain/agenda.ts";
import { accounts } from "../../domain/ledger.ts";
import { postingOf } from "../../domain/posting.ts";
import { agendaItems, outboxItems } from "../../domain/schedule.ts";
import { branchTo, type Stretch } from "../../engine/history/chronicle.ts";
import { type Fact, factsOf } from "../../engine/history/fact.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { Step } from "../../engine/world/machine.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { Handlers } from "../server/handler.ts";
import { eventShape, eventView } from "../view/event-view.ts";
import { isoInstant } from "../view/instant-text.ts";

export const accountsShape = {
  available: true,
  reserved: true,
  unsettled: true,
  customers: true,
  bank: true,
  fees: true,
} as const;

const ledgerShape = {
  accounts: accountsShape,
  entries: [
    { position: true, at: true, reason: true, reference: true, postings: [{ account: true, amountCents: true }] },
  ],
  next: true,
} as const;

/** The events, the agenda and the ledger of a world. Lists are in order of time. */
export const historyHandlers = {
  listEvents: {
    shapes: { "events-listed": { events: [eventShape], next: true, horizon: true } },
    answer: async ({ query: { after = 0, limit, type } }, { world }) => {
      const select = (fact: Fact) =>
        type === undefined || fact.event.type === type ? eventView(fact, world.seed) : null;
      const forgotten = await world.past.forgottenUpTo();
      // Events that are being forgotten may still exist; they are not listed, as nobody can rewind to them.
      const start = Math.max(after, forgotten);
      const { found, next, begins } = await page(world.history(start), { after: start, limit }, select);
      // More may have been forgotten meanwhile; the horizon fits the listed events.
      const horizon = begins > start + 1 ? begins - 1 : forgotten;
      return { type: "events-listed", events: found, next, horizon };
    },
  },
  getAgenda: {
    shapes: { "agenda-read": { items: [{ dueAt: true, type: true, id: true }] } },
    answer: (_call, session) =>
      session.readWorld(({ world }) => {
        const attempts = outboxItems(world).map((item) => ({ ...item, type: "delivery-attempt", id: item.deliveryId }));
        const inOrder = [...agendaItems(world), ...attempts].sort(compareDue);
        const items = inOrder.map(({ at, type, id }) => ({ dueAt: isoInstant(at), type, id }));
        return { type: "agenda-read", items };
      }),
  },
  getLedger: {
    shapes: { "ledger-read": ledgerShape },
    answer: async ({ query: { after, limit } }, session) => {
      const select = (fact: Fact) =>
        "companyId" in fact.event && fact.event.companyId === session.companyId ? entryView(fact) : null;
      // Balances and entries belong to one moment; later postings are in neither.
      const seen = await session.read(({ position, chronicle }, { ledger }) => {
        return { branch: branchTo(chronicle, position), balances: { ...ledger } };
      });
      const { found, next } = await page(along(session.world, seen.branch, after), { after, limit }, select);
      return { type: "ledger-read", accounts: seen.balances, entries: found, next };
    },
  },
} satisfies Partial<Handlers<operations>>;

type History = AsyncIterable<Pick<Step, "first" | "at" | "events">>;

/** Yields the history after a position, without the branches that rewinds abandoned. */
async function* along({ past }: LiveWorld, branch: readonly Stretch[], start = 0): History {
  for (const { after, upTo } of branch) {
    if (upTo > start) yield* past.read(Math.max(after, start), upTo);
  }
}

/**
 * Returns up to `limit` items found in the history after a position; `next`, where the next page begins, or null at the
 * end; and `begins`, the first position that was read, or 0 if there was none.
 */
async function page<T>(
  history: History,
  { after = 0, limit = 100 }: { after?: number | undefined; limit?: number | undefined },
  select: (fact: Fact) => T | null,
): Promise<{ found: T[]; next: number | null; begins: number }> {
  const found: T[] = [];
  let last = after;
  let begins = 0;
  for await (const step of history) {
    if (begins === 0) begins = step.first;
    for (const fact of factsOf(step)) {
      const item = fact.position > after ? select(fact) : null;
      if (item === null) continue;
      if (found.length === limit) return { found, next: last, begins };
      found.push(item);
      last = fact.position;
    }
  }
  return { found, next: null, begins };
}

/** Returns the ledger entry of an event, or null if it moved no money. */
function entryView({ event, position, at }: Fact) {
  const posting = postingOf(event);
  if (posting === null) return null;
  const postings = accounts
    .map((account) => ({ account, amountCents: posting[account] ?? 0 }))
    .filter(({ amountCents }) => amountCents !== 0);
  const reference = "withdrawId" in event ? event.withdrawId : "chargeId" in event ? event.chargeId : null;
  return { position, at: isoInstant(at), reason: event.type, reference, postings };
}
