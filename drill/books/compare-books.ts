import { money } from "../../src/report/money.ts";
import type { Books, PayoutState } from "./books.ts";
import { comparePayouts } from "./compare-payouts.ts";
import { type Difference, worstFirst } from "./difference.ts";
import { type Amounts, stateOf } from "./withdrawal-state.ts";
import type { WorldBooks } from "./world-books.ts";

/** Returns what the books and the platform disagree about, worst first: one by one, and then the totals. */
export function compareBooks(books: Books, world: WorldBooks, amounts: Amounts = "gross"): readonly Difference[] {
  return worstFirst([...comparePayouts(books.payouts, world, amounts), ...compareTotals(books, world)]);
}

/** What the platform has for each total: several amounts where the books may have begun before or with the integrator. */
function compareTotals(books: Books, world: WorldBooks): readonly Difference[] {
  const { accounts, opening } = world;
  const paid = sumOf(world, "paid");
  const paidBefore = paid - sumOf(world, "paid", opening?.withdrawIds);
  const feesBefore = opening?.accounts.fees ?? 0;
  const found = [
    total("can be withdrawn", books.available, [accounts.available]),
    total("are held in reserve", books.reserved, [accounts.reserved]),
    total("were paid out", books.paidOut, [paid, paid - paidBefore]),
    total("are fees", books.fees, [accounts.fees, accounts.fees - feesBefore]),
    total("are under way", books.underWay, [sumOf(world, "underWay"), sumOf(world, "underWay", opening?.withdrawIds)]),
  ];
  return [...found.flat(), ...unexplained(books, world)];
}

function total(what: string, booked: number | undefined, known: readonly number[]): readonly Difference[] {
  const [cents = 0] = known;
  if (booked === undefined || known.includes(booked)) return [];
  const text = `The books say that ${money(booked)} ${what}; it is ${money(cents)}, ${money(Math.abs(booked - cents))} ${
    booked > cents ? "less" : "more"
  }.`;
  return [{ kind: "total", text, withdrawIds: [] }];
}

/** Books may call unexplained only what nothing has told them. */
function unexplained({ unexplained: booked }: Books, world: WorldBooks): readonly Difference[] {
  const { untoldCents, unsureCents, opening } = world;
  if (booked === undefined || opening === undefined || isSumOfSome(unsureCents, booked - untoldCents)) return [];
  const unsure = unsureCents.reduce((sum, cents) => sum + cents, 0);
  const but = unsure === 0 ? "" : `, and of ${money(unsure)} the receiver gave no answer`;
  const text = `The books call ${money(booked)} unexplained, but only ${money(untoldCents)} were told by no event and no list${but}.`;
  return [{ kind: "unexplained", text, withdrawIds: [] }];
}

/** Each amount can double the number of sums. With more amounts, only the least and the greatest sum are a bound. */
const MAX_SUMMED = 16;

function isSumOfSome(amounts: readonly number[], wanted: number): boolean {
  const sums = new Set([0]);
  for (const cents of amounts.slice(0, MAX_SUMMED)) for (const sum of [...sums]) sums.add(sum + cents);
  if (amounts.length <= MAX_SUMMED) return sums.has(wanted);
  const least = amounts.reduce((sum, cents) => sum + Math.min(0, cents), 0);
  const greatest = amounts.reduce((sum, cents) => sum + Math.max(0, cents), 0);
  return wanted >= least && wanted <= greatest;
}

/** Adds up withdrawals, fees included, without those of before. */
function sumOf({ withdrawals }: WorldBooks, state: PayoutState, before: ReadonlySet<string> = new Set()): number {
  const counted = withdrawals.filter((one) => stateOf(one) === state && !before.has(one.withdrawId));
  return counted.reduce((sum, { value }) => sum + value, 0);
}
