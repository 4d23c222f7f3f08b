import { accounts } from "../../domain/ledger.ts";
import { postingOf } from "../../domain/posting.ts";
import { branchTo, type Stretch } from "../../engine/history/chronicle.ts";
import { type Fact, factsOf } from "../../engine/history/fact.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { CommandEvents } from "../../engine/world/machine.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";
import type { Handlers } from "../server/handler.ts";
import { dueUntil, dueView } from "../view/due-view.ts";
import { eventView } from "../view/event-view.ts";
import { isoInstant } from "../view/instant-text.ts";
import { refuseAfterEnd } from "./newest-first.ts";
import { wanted } from "./wanted-events.ts";

/** The events, the agenda and the ledger of a world. Lists are in order of time. */
export const historyHandlers = {
  listEvents: {
    answer: async ({ query }, { world }) => {
      const { after = 0, before, limit } = query;
      const isWanted = wanted(query);
      const forgotten = await world.past.forgottenUpTo();
      // Events that are being forgotten may still exist; they are not listed, as the world cannot be rewound to them.
      const start = Math.max(after, forgotten);
      const { present, live } = await world.transact(({ position, chronicle }) => {
        return { present: position, live: query.branch === "live" ? branchTo(chronicle, position) : null };
      });
      refuseAfterEnd(query.after, present);
      const select = (fact: Fact) => (isWanted(fact) && isOn(live, fact) ? eventView(fact, world.seed) : null);
      const upTo = before === undefined ? present : Math.min(present, before - 1);
      const range = { after: start, upTo, limit };
      const { found, next, begins } =
        query.order === "newest"
          ? await newestPage(world, range, select)
          : await page(upTo > start ? world.past.read(start, upTo) : [], range, select);
      // More may have been forgotten since; the horizon fits the listed events.
      const horizon = begins > start + 1 ? begins - 1 : forgotten;
      return { type: "events-listed", events: found, next, horizon };
    },
  },
  getAgenda: {
    answer: ({ query: { until, limit } }, session) =>
      session.readWorld(({ world }) => {
        const due = dueUntil(world, until === undefined ? last : instantOf(until));
        return { type: "agenda-read", items: due.slice(0, limit).map(dueView), total: due.length };
      }),
  },
  getLedger: {
    answer: async ({ query: { after, limit } }, session) => {
      const select = (fact: Fact) =>
        "companyId" in fact.event && fact.event.companyId === session.companyId ? entryView(fact) : null;
      // Balances and entries belong to one moment; later postings are in neither.
      const seen = await session.read(({ position, chronicle }, { ledger }) => {
        return { position, branch: branchTo(chronicle, position), balances: { ...ledger } };
      });
      refuseAfterEnd(after, seen.position);
      const { found, next } = await page(along(session.world, seen.branch, after), { after, limit }, select);
      return { type: "ledger-read", accounts: seen.balances, entries: found, next };
    },
  },
} satisfies Partial<Handlers<operations>>;

/** Whether an event belongs to a branch; to all if there is none. */
function isOn(branch: readonly Stretch[] | null, { position }: Fact): boolean {
  return branch?.some(({ after, upTo }) => position > after && position <= upTo) ?? true;
}

type Steps = Pick<CommandEvents, "first" | "at" | "events">;
type History = AsyncIterable<Steps> | readonly Steps[];

/** Yields the history after a position, without the branches that rewinds abandoned. */
export async function* along({ past }: LiveWorld, branch: readonly Stretch[], start = 0): History {
  for (const { after, upTo } of branch) {
    if (upTo > start) yield* past.read(Math.max(after, start), upTo);
  }
}

const last = Number.POSITIVE_INFINITY;

/** A part of the history, and how much of it is listed. */
interface Range {
  readonly after?: number | undefined;
  readonly upTo?: number | undefined;
  readonly limit?: number | undefined;
}

type Select<T> = (fact: Fact) => T | null;

interface Page<T> {
  readonly found: T[];
  readonly next: number | null;
  readonly begins: number;
}

/**
 * Returns up to `limit` items found in the history after a position; `next`, where the next page begins, or null at the
 * end; and `begins`, the first position that was read, or 0 if there was none.
 */
export async function page<T>(
  history: History,
  { after = 0, upTo = last, limit = 100 }: Range,
  select: Select<T>,
): Promise<Page<T>> {
  const found: T[] = [];
  let reached = after;
  let begins = 0;
  for await (const step of history) {
    if (begins === 0) begins = step.first;
    for (const fact of factsOf(step)) {
      const item = fact.position > after && fact.position <= upTo ? select(fact) : null;
      if (item === null) continue;
      if (found.length === limit) return { found, next: reached, begins };
      found.push(item);
      reached = fact.position;
    }
  }
  return { found, next: null, begins };
}

/** How much of the history is read at once to find the newest items. */
const POSITIONS_PER_READING = 2_000;

/** Returns the newest `limit` items of a part of the history, newest first; `next`: what the next page comes before. */
async function newestPage<T>(
  { past }: LiveWorld,
  { after = 0, upTo = last, limit = 100 }: Range,
  select: Select<T>,
): Promise<Page<T>> {
  const found: T[] = [];
  let [reached, begins] = [upTo + 1, 0];
  for (let end = upTo; end > after; end -= POSITIONS_PER_READING) {
    const start = Math.max(after, end - POSITIONS_PER_READING);
    const facts: Fact[] = [];
    for await (const step of past.read(start, end)) {
      facts.push(...[...factsOf(step)].filter(({ position }) => position > start && position <= end));
    }
    begins = facts[0]?.position ?? begins;
    for (const fact of facts.reverse()) {
      const item = select(fact);
      if (item === null) continue;
      if (found.length === limit) return { found, next: reached, begins: 0 };
      found.push(item);
      reached = fact.position;
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
