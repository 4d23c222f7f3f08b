import { type Bracket, brackets, moreAvailable } from "../../model/balances.ts";
import { gainIn } from "../../model/movements.ts";
import { orderedTotal } from "../../model/occurrences.ts";
import type { Seen } from "../../model/seen.ts";
import { settingsFor } from "../../model/settings.ts";
import { eventsTold } from "../../stories/deliveries.ts";
import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { actsIn, callsIn } from "../../trace/find.ts";
import { isSuccess, type TraceEntry } from "../../trace/trace.ts";
import type { Clause } from "../clause.ts";
import { behaviour } from "./assumption.ts";

const usualFeeCents = 200;

/** What happens to money where the document does not say, or not exactly. Named after the keys of `x-behaviours`. */
export const moneyBehaviourClauses: readonly Clause[] = [
  behaviour({
    id: "behaviour.value-leaves-at-initiation",
    section: "States and transitions: Withdrawal",
    text: "The value leaves the balance when a withdrawal is initiated; all of it comes back when that is cancelled, declined or fails.",
    needs: [oddlyOpened],
    those: (seen) => {
      const { withdrawals, cancellations } = seen;
      return stepsIn(seen).flatMap((step) => {
        const changes = callsIn(step.between).filter((one) => isSuccess(one) && one.request.method !== "GET");
        const [call, ...others] = changes;
        if (call === undefined || others.length > 0) return [];
        const opened = withdrawals.find(({ initiation }) => initiation === call);
        const cancelled = cancellations.find((one) => one.call === call)?.withdrawal;
        const value = opened?.valueCents ?? cancelled?.valueCents;
        return value === undefined ? [] : [{ value, isOpened: opened !== undefined, more: moreAvailable(step) }];
      });
    },
    differs: ({ value, isOpened, more }) => {
      if (isOpened) return more !== -value && `at the initiation of ${value} cents the balance changes by ${more}`;
      return more !== value && `when ${value} cents are cancelled the balance changes by ${more}`;
    },
  }),
  behaviour({
    id: "behaviour.fee",
    section: "Limits",
    text: "The fee is 200 cents where nothing else is set, and it is taken out of the value.",
    needs: [oddlyRead],
    those: (seen) => {
      const unchanged = seen.simulations.filter(({ call }) => !("withdrawalFee" in settingsFor(call, seen)));
      return unchanged.flatMap(({ told }) => told.get("fee") ?? []);
    },
    differs: (fee) => fee !== usualFeeCents && `the fee is ${fee} cents`,
  }),
  behaviour({
    id: "behaviour.fee-simulation",
    section: "Resources and their fields: Withdrawal fee simulation",
    text: "Without an amount the fee simulation is about the whole balance; the net amount is the value less the fee.",
    needs: [oddlyRead],
    those: ({ simulations }) =>
      simulations.filter(({ asked, balance }) => asked === undefined && balance !== undefined),
    differs: ({ balance, told }) => {
      const [value, fee = 0, net] = ["value", "fee", "netValue"].map((name) => told.get(name));
      if (value !== balance) return `of a balance of ${balance} cents ${value ?? "nothing that is told"} is simulated`;
      return (
        net !== undefined && net !== Number(value) - fee && `of ${value} cents ${net} are left with a fee of ${fee}`
      );
    },
  }),
  behaviour({
    id: "behaviour.retention",
    section: "What the service does",
    text: "By default nothing is held; where it is set, a percentage of each payment is held for a fixed time from then on.",
    needs: [eventsTold],
    those: (seen) =>
      stepsIn(seen).flatMap((step) => {
        const [act, ...others] = actsIn(step.between);
        const isPaid = actsIn(step.between, "pay-charge").length > 0;
        const total = act && (orderedTotal(seen.trace, act.account, act.given.chargeId) ?? Number(act.given.total));
        const isChanged = act !== undefined && settingsFor(act, seen).retention !== undefined;
        return isPaid && !isChanged && others.length <= 1 && Number.isFinite(total) ? [{ step, total }] : [];
      }),
    differs: ({ step, total }) => {
      const held = Number(step.after.reserved) - Number(step.before.reserved);
      return held !== 0 && `of ${total} cents ${held} are held`;
    },
  }),
  behaviour({
    id: "behaviour.reversals",
    section: "States and transitions: Charge",
    text: "A paid charge can be refunded or charged back once; both take from its hold first and then from the balance, a refund fires nothing, and a chargeback keeps the `paymentStatus`.",
    needs: [eventsTold],
    those: (seen) =>
      stepsIn(seen).flatMap((step) => {
        const [act, ...others] = actsIn(step.between);
        if (act?.capability !== "dispute-charge" || others.length > 0) return [];
        return [{ step, total: orderedTotal(seen.trace, act.account, act.given.chargeId) }];
      }),
    differs: ({ step, total }) => {
      const back = -gainIn(step);
      return back !== total && `a chargeback of ${total} cents takes back ${back}`;
    },
  }),
  behaviour({
    id: "behaviour.automatic-withdrawal",
    section: "What the service does",
    text: "An automatic withdrawal takes the whole balance at the company's time of day if the floor is reached, with neither code nor review.",
    needs: [],
    those: (seen) =>
      // What is released in the same step may have come after it.
      stepsIn(seen)
        .filter((step) => actsIn(step.between, "daily-withdrawal").length > 0)
        .filter(({ before, after }) => before.reserved === after.reserved),
    differs: ({ after }) => Number(after.available) > 0 && `${after.available} cents are left after it`,
  }),
  behaviour({
    id: "behaviour.subscriptions",
    section: "States and transitions: Charge",
    text: "A subscription is `PENDING` until it is `AUTHORIZED` or `REJECTED`; an authorized one bills after each interval.",
    needs: [eventsTold],
    those: ({ hooks }) => {
      const deliveries = hooks.flatMap((hook) => hook.deliveries);
      return deliveries.filter(({ event }) => /^subscription\.(authorized|rejected)$/.test(String(event)));
    },
    differs: ({ event, first }) => {
      const expected = String(event).replace("subscription.", "").toUpperCase();
      return !JSON.stringify(first.json)?.includes(`"${expected}"`) && `${event} does not say ${expected}`;
    },
  }),
  behaviour({
    id: "behaviour.keys-and-sessions",
    section: "Authentication",
    text: "Keys, the dashboard and the administrative panel have no interface of their own; the control plane stands for them.",
    needs: [],
    those: ({ trace }) => callsIn(trace).filter(({ account }) => account.endsWith(", other company")),
    differs: ({ response }) => response?.status === 401 && "the key of another company gets 401",
  }),
];

interface Step extends Bracket {
  /** What the same account did between the two readings. */
  readonly between: readonly TraceEntry[];
}

function stepsIn({ balances, trace }: Seen): readonly Step[] {
  return brackets(balances).map((bracket) => {
    const [from, to] = [bracket.before, bracket.after].map(({ call }) => trace.indexOf(call));
    const between = trace.slice(Number(from) + 1, to).filter(({ account }) => account === bracket.before.account);
    return { ...bracket, between };
  });
}
