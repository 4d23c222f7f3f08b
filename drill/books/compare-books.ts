import { money } from "../../src/report/money.ts";
import { choiceAt } from "../unusable.ts";
import { AMOUNTS, type Amounts, type Books, type PayoutState } from "./books.ts";
import { comparePayouts } from "./compare-payouts.ts";
import { type Difference, type DifferenceKind, worstFirst } from "./difference.ts";
import { mayBeUnexplained, unexplainedIn } from "./unexplained.ts";
import { stateOf, type WorldBooks } from "./world-books.ts";

/** Returns what the books and the platform disagree about, worst first: one by one, and then the totals. */
export function compareBooks(books: Books, world: WorldBooks, amounts: Amounts = "gross"): readonly Difference[] {
  const counted = choiceAt(amounts, "amounts", AMOUNTS);
  return worstFirst([...comparePayouts(books.payouts, world, counted), ...compareTotals(books, world)]);
}

/** What the platform has for each total: several amounts where the books may have begun before or with the integrator. */
function compareTotals(books: Books, world: WorldBooks): readonly Difference[] {
  const { accounts, known } = world;
  const before = known?.opening.withdrawals.map(({ withdrawId }) => withdrawId);
  const sums = (state: PayoutState) => [sumOf(world, state), sumOf(world, state, before)];
  return [
    total("can be withdrawn", books.available, [accounts.available]),
    total("are held in reserve", books.reserved, [accounts.reserved]),
    total("were paid out", books.paidOut, sums("paid")),
    total("are fees", books.fees, [accounts.fees, accounts.fees - (known?.opening.accounts.fees ?? 0)]),
    total("are under way", books.underWay, sums("underWay")),
    unexplained(books.unexplained, world),
  ].flat();
}

function total(what: string, booked: number | undefined, right: readonly number[]): readonly Difference[] {
  const [cents = 0] = right;
  if (booked === undefined || right.includes(booked)) return [];
  const by = `${money(Math.abs(booked - cents))} ${booked > cents ? "less" : "more"}`;
  return [inTotal("total", `The books say that ${money(booked)} ${what}; it is ${money(cents)}, ${by}.`)];
}

/** Books may call unexplained only what nothing has told them. */
function unexplained(booked: number | undefined, { entries, known }: WorldBooks): readonly Difference[] {
  if (booked === undefined || known === undefined) return [];
  const really = unexplainedIn(entries, known);
  if (mayBeUnexplained(booked, really)) return [];
  const { untoldCents, unsureCents } = really;
  const unsure = unsureCents.reduce((sum, cents) => sum + cents, 0);
  const but = unsure === 0 ? "" : `, and of ${money(unsure)} the receiver gave no answer`;
  const off = money(Math.abs(booked - untoldCents));
  const wrong =
    booked < untoldCents ? `have booked ${off} more than is true` : `lack ${off} that events or the history told`;
  const nothing = `no event and no list told of ${money(untoldCents)}${but}`;
  const why = untoldCents === 0 && unsure === 0 ? "events and lists told of all of it" : nothing;
  const call = `they call ${money(booked)} of the balance unexplained; ${why}`;
  return [inTotal("unexplained", `The books ${wrong}: ${call}.`)];
}

function inTotal(kind: DifferenceKind, text: string): Difference {
  return { kind, text, withdrawIds: [] };
}

/** Adds up withdrawals, fees included, without those of before. */
function sumOf({ withdrawals }: WorldBooks, state: PayoutState, before: readonly string[] = []): number {
  const counted = withdrawals.filter((one) => stateOf(one) === state && !before.includes(one.withdrawId));
  return counted.reduce((sum, { value }) => sum + value, 0);
}
