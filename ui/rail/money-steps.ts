import { endsCommand, type HistoryEvent } from "../live/history-event.ts";
import type { MoneyStep } from "./model.ts";

/** An entry of the ledger, as far as the rail needs it. */
export interface LedgerEntry {
  readonly position: number;
  readonly at: string;
  readonly postings: readonly { readonly account: string; readonly amountCents: number }[];
}

interface Accounts {
  readonly available: number;
  readonly reserved: number;
}

/** Returns the money after each entry, oldest first. It is reckoned backwards from the present accounts. */
export function stepsOf(
  events: readonly HistoryEvent[],
  entries: readonly LedgerEntry[],
  { available, reserved }: Accounts,
): readonly MoneyStep[] {
  const endOf = commandEnds(events);
  const steps: MoneyStep[] = [];
  let [availableAfter, reservedAfter] = [available, reserved];
  for (const { position, at, postings } of entries.toReversed()) {
    const end = endOf.get(position) ?? position;
    const money = { available: availableAfter, reserved: reservedAfter, min: availableAfter, max: availableAfter };
    // Of several entries of one command, the last one shows what the command left.
    if (steps[0]?.position !== end) steps.unshift({ atMs: Date.parse(at), position: end, ...money });
    for (const { account, amountCents } of postings) {
      if (account === "available") availableAfter -= amountCents;
      if (account === "reserved") reservedAfter -= amountCents;
    }
  }
  return steps;
}

/** Returns for each position the next one at which a rewind is possible. */
function commandEnds(events: readonly HistoryEvent[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  let end = 0;
  for (const [i, event] of [...events.entries()].toReversed()) {
    const next = events[i + 1];
    if (next === undefined || endsCommand(event, next)) end = event.position;
    ends.set(event.position, end);
  }
  return ends;
}
