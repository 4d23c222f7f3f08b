import type { BalanceStep } from "../../model/balance-steps.ts";
import { settingsFor } from "../../model/settings.ts";
import { eventsTold } from "../../stories/deliveries.ts";
import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { type Call, isSuccess, type OutsideAct } from "../../trace/trace.ts";
import type { Clause } from "../clause.ts";
import { behaviour } from "./assumption.ts";
import { observed } from "./observing.ts";

const usualFeeCents = 200;

/** What happens to money where the document does not say, or not exactly. Named after the keys of `x-behaviours`. */
export const moneyBehaviourClauses: readonly Clause[] = [
  behaviour(
    {
      id: "behaviour.value-leaves-at-initiation",
      section: "States and transitions: Withdrawal",
      text: "The value leaves the balance when a withdrawal is initiated; all of it comes back when that is cancelled, declined or fails.",
      needs: [oddlyOpened],
    },
    ({ balanceSteps, withdrawals, cancellations }) => {
      const moves = balanceSteps.flatMap((step) => {
        const [call, ...others] = acceptedIn(step);
        if (call === undefined || others.length > 0) return [];
        const opened = withdrawals.find(({ initiation }) => initiation === call);
        const cancelled = cancellations.find((one) => one.call === call)?.withdrawal;
        const value = opened?.valueCents ?? cancelled?.valueCents;
        return value === undefined ? [] : [{ value, isOpened: opened !== undefined, more: moreIn(step) }];
      });
      return observed(moves, ({ value, isOpened, more }) => {
        if (isOpened) return more !== -value && `at the initiation of ${value} cents the balance changes by ${more}`;
        return more !== value && `when ${value} cents are cancelled the balance changes by ${more}`;
      });
    },
  ),
  behaviour(
    {
      id: "behaviour.fee",
      section: "Limits",
      text: "The fee is 200 cents where nothing else is set, and it is taken out of the value.",
      needs: [oddlyRead],
    },
    ({ simulations, trace, isBefore }) => {
      const unchanged = simulations.filter(
        ({ call }) => settingsFor(call, trace, isBefore).withdrawalFee === undefined,
      );
      const fees = unchanged.flatMap(({ told }) => told.get("fee") ?? []);
      return observed(fees, (fee) => fee !== usualFeeCents && `the fee is ${fee} cents`);
    },
  ),
  behaviour(
    {
      id: "behaviour.fee-simulation",
      section: "Resources and their fields: Withdrawal fee simulation",
      text: "Without an amount the fee simulation is about the whole balance; the net amount is the value less the fee.",
      needs: [oddlyRead],
    },
    ({ simulations }) => {
      const whole = simulations.filter(({ asked, balance }) => asked === undefined && balance !== undefined);
      return observed(whole, ({ balance, told }) => {
        const [value, fee = 0, net] = ["value", "fee", "netValue"].map((name) => told.get(name));
        if (value !== balance)
          return `of a balance of ${balance} cents ${value ?? "nothing that is told"} is simulated`;
        return (
          net !== undefined && net !== Number(value) - fee && `of ${value} cents ${net} are left with a fee of ${fee}`
        );
      });
    },
  ),
  behaviour(
    {
      id: "behaviour.retention",
      section: "What the service does",
      text: "By default nothing is held; where it is set, a percentage of each payment is held for a fixed time from then on.",
      needs: [eventsTold],
    },
    ({ balanceSteps, trace, isBefore }) => {
      const acts = trace.filter((entry) => entry.kind === "act");
      const paid = balanceSteps.flatMap((step) => {
        const [act, ...others] = actsIn(step);
        const made = acts.find(
          ({ result }) => result.chargeId !== undefined && result.chargeId === act?.given.chargeId,
        );
        const isPaid =
          act?.capability === "pay-charge" ||
          step.between.some((entry) => entry.kind === "act" && entry.capability === "pay-charge");
        const total = Number(made?.given.total ?? act?.given.total);
        const isChanged = act !== undefined && settingsFor(act, trace, isBefore).retention !== undefined;
        return isPaid && !isChanged && others.length <= 1 && Number.isFinite(total) ? [{ step, total }] : [];
      });
      return observed(paid, ({ step, total }) => {
        const held = step.after.reserved - step.before.reserved;
        return held !== 0 && `of ${total} cents ${held} are held`;
      });
    },
  ),
  behaviour(
    {
      id: "behaviour.reversals",
      section: "States and transitions: Charge",
      text: "A paid charge can be refunded or charged back once; both take from its hold first and then from the balance, a refund fires nothing, and a chargeback keeps the `paymentStatus`.",
      needs: [eventsTold],
    },
    ({ balanceSteps, trace }) => {
      const made = trace
        .filter((entry) => entry.kind === "act")
        .filter(({ capability }) => capability === "make-charge");
      const disputed = balanceSteps.flatMap((step) => {
        const [act, ...others] = actsIn(step);
        if (act?.capability !== "dispute-charge" || others.length > 0) return [];
        return [
          { step, total: Number(made.find(({ result }) => result.chargeId === act.given.chargeId)?.given.total) },
        ];
      });
      return observed(disputed, ({ step: { before, after }, total }) => {
        const back = before.available + before.reserved - after.available - after.reserved;
        return back !== total && `a chargeback of ${total} cents takes back ${back}`;
      });
    },
  ),
  behaviour(
    {
      id: "behaviour.automatic-withdrawal",
      section: "What the service does",
      text: "An automatic withdrawal takes the whole balance at the company's time of day if the floor is reached, with neither code nor review.",
      needs: [],
    },
    ({ balanceSteps }) => {
      // What is released in the same step may have come after it.
      const daily = balanceSteps
        .filter((step) => actsIn(step).some(({ capability }) => capability === "daily-withdrawal"))
        .filter(({ before, after }) => before.reserved === after.reserved);
      return observed(daily, ({ after }) => after.available > 0 && `${after.available} cents are left after it`);
    },
  ),
  behaviour(
    {
      id: "behaviour.subscriptions",
      section: "States and transitions: Charge",
      text: "A subscription is `PENDING` until it is `AUTHORIZED` or `REJECTED`; an authorized one bills after each interval.",
      needs: [eventsTold],
    },
    ({ hooks }) => {
      const deliveries = hooks.flatMap((hook) => hook.deliveries);
      const told = deliveries.filter(({ event }) => /^subscription\.(authorized|rejected)$/.test(String(event)));
      return observed(told, ({ event, first }) => {
        const expected = String(event).replace("subscription.", "").toUpperCase();
        return !JSON.stringify(first.json)?.includes(`"${expected}"`) && `${event} does not say ${expected}`;
      });
    },
  ),
  behaviour(
    {
      id: "behaviour.keys-and-sessions",
      section: "Authentication",
      text: "Keys, the dashboard and the administrative panel have no interface of their own; the control plane stands for them.",
      needs: [],
    },
    ({ trace }) => {
      const calls = trace.filter((entry) => entry.kind === "call");
      return observed(
        calls.filter(({ account }) => account.endsWith(", other company")),
        ({ response }) => response?.status === 401 && "the key of another company gets 401",
      );
    },
  ),
];

function acceptedIn({ between }: BalanceStep): readonly Call[] {
  const calls = between.filter((entry) => entry.kind === "call");
  return calls.filter((call) => isSuccess(call) && call.request.method !== "GET");
}

function actsIn({ between }: BalanceStep): readonly OutsideAct[] {
  return between.filter((entry) => entry.kind === "act");
}

function moreIn({ before, after }: BalanceStep): number {
  return after.available - before.available;
}
