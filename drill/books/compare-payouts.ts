import { money } from "../../src/report/money.ts";
import type { Withdrawal } from "../../src/spec/generated/control-api.ts";
import type { Amounts, BookedPayout, PayoutState } from "./books.ts";
import type { Difference, DifferenceKind } from "./difference.ts";
import { stateOf, type WorldBooks } from "./world-books.ts";

/** A payout of the books, and the withdrawal that it means. */
interface Pair {
  readonly payout: BookedPayout;
  readonly withdrawal: Withdrawal | undefined;
}

/** Compares payout by payout: sums can agree where two payments do not. */
export function comparePayouts(
  payouts: readonly BookedPayout[],
  world: WorldBooks,
  amounts: Amounts,
): readonly Difference[] {
  const pairs = pairsOf(payouts, world, amounts);
  return [
    ...pairs.flatMap((pair) => comparePair(pair, world, amounts)),
    ...countedTwice(pairs),
    ...twoOutcomes(pairs),
    ...unknownWithdrawals(pairs, world, amounts),
  ];
}

/** Pairs by identifier; what has none gets a withdrawal of its amount and state that no other payout means. */
function pairsOf(payouts: readonly BookedPayout[], world: WorldBooks, amounts: Amounts): readonly Pair[] {
  const named = payouts.map((payout) => ({
    payout,
    withdrawal: world.withdrawals.find((one) => isNamed(one, payout)),
  }));
  const free = new Set(unclaimed(named, world));
  return named.map((pair) => {
    const { payout } = pair;
    if (isNaming(payout) || payout.state === "failed") return pair;
    const withdrawal = [...free].find(
      (one) => stateOf(one) === payout.state && bookedCents(one, amounts) === payout.cents,
    );
    if (withdrawal !== undefined) free.delete(withdrawal);
    return { payout, withdrawal };
  });
}

function isNaming({ withdrawId, endToEndId }: BookedPayout): boolean {
  return Boolean(withdrawId ?? endToEndId);
}

function isNamed(withdrawal: Withdrawal, { withdrawId, endToEndId }: BookedPayout): boolean {
  if (withdrawId) return withdrawal.withdrawId === withdrawId;
  return Boolean(endToEndId) && withdrawal.endToEndId === endToEndId;
}

/** Returns the withdrawals that must be in the books and that no payout means. */
function unclaimed(pairs: readonly Pair[], { withdrawals, known }: WorldBooks): readonly Withdrawal[] {
  const claiming = pairs.filter(({ payout }) => payout.reference !== null || known === undefined);
  const claimed = new Set(claiming.map(({ withdrawal }) => withdrawal));
  const isBefore = ({ withdrawId }: Withdrawal) =>
    known?.opening.withdrawals.some((one) => one.withdrawId === withdrawId) === true;
  return withdrawals.filter((one) => !claimed.has(one) && !isOfOthers(one, known) && !isBefore(one));
}

/** Whether it is known that another program or a person has made it, or the platform itself. */
function isOfOthers({ withdrawId, origin }: Withdrawal, known: WorldBooks["known"]): boolean {
  return origin === "AUTOMATIC" || known?.strangers.has(withdrawId) === true;
}

function comparePair({ payout, withdrawal }: Pair, world: WorldBooks, amounts: Amounts): readonly Difference[] {
  const { reference, cents, state } = payout;
  const name = nameOf(payout);
  const booked = `${money(cents)} of ${name} are ${SAID[state]} in the books`;
  if (withdrawal === undefined) {
    if (state === "failed" && !isNaming(payout)) return [];
    const known = isNaming(payout) ? "the platform knows no such withdrawal" : "no withdrawal of that amount is";
    return [found(state === "paid" ? "not-paid" : "unnoticed", `${booked}, but ${known}.`)];
  }
  const really = stateOf(withdrawal);
  const reallyCents = bookedCents(withdrawal, amounts);
  const differences: Difference[] = [];
  const tell = (kind: DifferenceKind, text: string) => void differences.push(found(kind, text, withdrawal));
  if (really !== state) tell(MISTAKES[state][really], `${booked}, but the withdrawal is ${withdrawal.status}.`);
  if (reallyCents === cents) return differences;
  tell("amount", `The books have ${money(cents)} for ${name}; the withdrawal is of ${money(reallyCents)}.`);
  // A withdrawal of the same amount cannot be told from one's own.
  if (reference !== null && isOfOthers(withdrawal, world.known))
    tell("adopted", `The books take a withdrawal for ${name} that another program or a person has made.`);
  return differences;
}

/** Returns what books say of the amount of a withdrawal, in cents. */
function bookedCents({ value, fee }: Withdrawal, amounts: Amounts): number {
  return amounts === "net" ? value - fee : value;
}

const SAID: Readonly<Record<PayoutState, string>> = { paid: "paid", failed: "failed", underWay: "under way" };

/** What it is called when the books say the first and the platform the second. */
const MISTAKES: Readonly<Record<PayoutState, Readonly<Record<PayoutState, DifferenceKind>>>> = {
  paid: { paid: "amount", failed: "not-paid", underWay: "not-paid" },
  failed: { paid: "paid-after-all", failed: "amount", underWay: "still-open" },
  underWay: { paid: "unnoticed", failed: "unnoticed", underWay: "amount" },
};

/** One withdrawal that two payouts mean. */
function countedTwice(pairs: readonly Pair[]): readonly Difference[] {
  const byWithdrawal = Map.groupBy(pairs, ({ withdrawal }) => withdrawal);
  return [...byWithdrawal].flatMap(([withdrawal, [first, second]]) => {
    if (withdrawal === undefined || first === undefined || second === undefined) return [];
    const text = `${nameOf(first.payout)} and ${nameOf(second.payout)} are the same withdrawal of ${money(withdrawal.value)}.`;
    return [found("counted-twice", text, withdrawal)];
  });
}

/** One reference that was paid by two withdrawals. */
function twoOutcomes(pairs: readonly Pair[]): readonly Difference[] {
  const byReference = Map.groupBy(pairs, ({ payout }) => payout.reference);
  return [...byReference].flatMap(([reference, same]) => {
    const paid = same.flatMap(({ withdrawal }) => (withdrawal && stateOf(withdrawal) === "paid" ? [withdrawal] : []));
    if (reference === null || paid.length < 2) return [];
    return found(
      "paid-twice",
      `${reference} was paid ${paid.length} times, ${money(paid[0]?.value ?? 0)} each.`,
      ...paid,
    );
  });
}

/** Withdrawals of the integrator that its books do not have. */
function unknownWithdrawals(pairs: readonly Pair[], world: WorldBooks, amounts: Amounts): readonly Difference[] {
  return unclaimed(pairs, world).flatMap((withdrawal) => {
    const state = stateOf(withdrawal);
    if (state === "failed") return [];
    const cents = bookedCents(withdrawal, amounts);
    const amount = money(cents);
    const same = pairs.find(({ payout }) => payout.reference !== null && payout.cents === cents)?.payout;
    const tell = (kind: DifferenceKind, text: string) => found(kind, text, withdrawal);
    if (state === "underWay")
      return tell("unknown", `A withdrawal of ${amount} is ${withdrawal.status}, and the books do not know it.`);
    if (same === undefined) return tell("unknown", `${amount} were paid out, and the books do not know it.`);
    if (same.state === "paid") return tell("paid-twice", `${amount} were paid twice for ${nameOf(same)}.`);
    return tell("paid-after-all", `${amount} of ${nameOf(same)} are ${SAID[same.state]} in the books, but were paid.`);
  });
}

function nameOf({ reference, withdrawId, endToEndId }: BookedPayout): string {
  return reference ?? withdrawId ?? endToEndId ?? "a payout without a name";
}

function found(kind: DifferenceKind, text: string, ...withdrawals: readonly Withdrawal[]): Difference {
  return { kind, text, withdrawIds: withdrawals.map(({ withdrawId }) => withdrawId) };
}
