import { valuesIn } from "../judge/json.ts";
import { brackets } from "../model/balances.ts";
import { wholeNumbers } from "../model/floor.ts";
import { addedBetween, says } from "../model/history.ts";
import { ownOutflow } from "../model/outflow.ts";
import type { Seen } from "../model/seen.ts";
import { accountRead } from "../stories/readings.ts";
import { ownCallsOf } from "../trace/find.ts";
import { type Call, isSuccess } from "../trace/trace.ts";
import { clause, right } from "./clause.ts";
import { Broken, NOT_SHOWN, NotJudged } from "./judging.ts";

/** The simulation of what a withdrawal costs. */
export const feeClauses = [
  right({
    id: "fee.simulation-answers",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "The fee simulation tells fee and net amount, which are integers of cents.",
    needs: [accountRead],
    those: simulations,
    wrong: (call, seen) => {
      // An account with next to nothing may have nothing to simulate.
      const available = seen.balances.findLast((one) => seen.isBefore(one.call, call))?.available ?? 0;
      if (!isSuccess(call) && available < 1_000) throw new NotJudged(`the account has only ${available} cents`);
      if (!isSuccess(call)) return `the simulation must be answered, and got ${call.response?.status}`;
      const { length } = wholeNumbers(call.response?.json);
      return length < 2 && `the simulation must tell fee and net amount, and has ${length} whole numbers`;
    },
  }),
  clause({
    id: "fee.simulation-withdraws-nothing",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "A fee simulation opens no withdrawal and leaves the balance as it is.",
    needs: [accountRead],
    judge: (seen) => {
      const lowered = lowers(seen);
      const opened = opens(seen);
      if (lowered.length + opened.length === 0) throw new NotJudged(NOT_SHOWN);
      // Money of others may move at any moment, but hardly with each simulation.
      const calls = simulations(seen);
      if (lowered.length > 1 && lowered.every(Boolean)) throw new Broken("each simulation lowers the balance", calls);
      if (opened.length > 1 && opened.every(Boolean)) throw new Broken("each simulation adds to the history", calls);
      return undefined;
    },
  }),
];

function simulations({ trace }: Seen): readonly Call[] {
  const own = ownCallsOf(trace, "simulateWithdrawalFee");
  return own.filter(({ request, response }) => response !== undefined && !request.path.includes("?"));
}

/** For each simulation right between two balance readings, with no withdrawal under way, whether the second shows less. */
function lowers(seen: Seen): readonly boolean[] {
  const calls = simulations(seen);
  return brackets(seen.balances.filter(({ available }) => available !== undefined))
    .filter((bracket) => calls.some((call) => isBetween(call, bracket, seen)))
    .filter((bracket) => ownOutflow(bracket, seen) === 0)
    .map(({ before, after }) => Number(after.available) < Number(before.available));
}

/** Whether the history then has a withdrawal of the simulated amount, where the run itself has opened nothing since. */
function opens(seen: Seen): readonly boolean[] {
  const { histories, withdrawals } = seen;
  const calls = simulations(seen);
  return histories.flatMap((before, at) => {
    const after = histories.slice(at + 1).find(({ account }) => account === before.account);
    if (after === undefined) return [];
    const between = calls.filter((call) => isBetween(call, { before, after }, seen));
    const isOwn = withdrawals.some(({ initiation }) => isBetween(initiation, { before, after }, seen));
    if (between.length === 0 || isOwn) return [];
    const added = addedBetween(before, after, withdrawals);
    return [added.some((record) => between.some((call) => says(record, largestIn(call))))];
  });
}

/** The value is the largest of value, fee and net amount. */
function largestIn({ response }: Call): number {
  return Math.max(...valuesIn(response?.json).filter((value) => typeof value === "number"));
}

interface Pair {
  readonly before: { readonly call: Call };
  readonly after: { readonly call: Call };
}

function isBetween(call: Call, { before, after }: Pair, { isBefore }: Seen): boolean {
  return call.account === before.call.account && isBefore(before.call, call) && isBefore(call, after.call);
}
