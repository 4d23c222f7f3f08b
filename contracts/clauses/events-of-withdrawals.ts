import { automaticIn, type Completion, completionsIn, saysAny } from "../model/completions.ts";
import { bodyOf, says } from "../model/deliveries.ts";
import { idsIn } from "../model/ids.ts";
import { endOf, isOdd } from "../model/occurrences.ts";
import type { Seen } from "../model/seen.ts";
import { dailyWithdrawal } from "../stories/automatic.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { withdrawalPaid } from "../stories/withdrawals.ts";
import type { Arrival } from "../trace/trace.ts";
import { clause } from "./clause.ts";
import { Broken, each } from "./judging.ts";

const documented = { section: "Events: Event names", needs: [eventsTold, withdrawalPaid] } as const;

/** When `withdraw.completed` fires. */
export const paidWithdrawals = [
  clause(
    {
      ...documented,
      id: "events.withdraw-completed",
      text: "A withdrawal fires `withdraw.completed` when its payment is confirmed.",
    },
    (seen) => {
      const paid = completionsOf(seen).filter((completion) => {
        const { account, listeners, told, shownAt } = completion;
        const isDue = shownAt !== undefined && endOf(account, seen.trace) >= shownAt + PATIENT_MS;
        if (isTooEarly(completion)) return false;
        return listeners.length > 0 && (told.length > 0 || (isDue && isMissing(seen, completion)));
      });
      return each(paid, ({ told, listeners, confirmation }) => {
        if (told.length === 0)
          throw new Broken("a withdrawal was paid, and withdraw.completed was not told", [confirmation]);
        for (const hook of listeners) {
          const own = told.flatMap((one) => (one.hook === hook ? [one.first] : []));
          const [first, ...later] = own.filter(({ json }) => says(json, withdrawIdOf(confirmation)));
          // Something else may have the same identifier, such as the company, which all its withdrawals say.
          const second = later.find((one) => first !== undefined && dataOf(one) === dataOf(first));
          if (first === undefined || second === undefined) continue;
          throw new Broken("withdraw.completed was told twice of one withdrawal", [first, second]);
        }
      });
    },
  ),
  clause(
    {
      ...documented,
      id: "events.withdraw-completed-not-before",
      section: "States and transitions: Withdrawal",
      text: "Before the payment is confirmed a withdrawal does not fire `withdraw.completed`.",
    },
    (seen) =>
      each(
        completionsOf(seen).filter(({ told }) => told.length > 0),
        (completion) => {
          if (!isTooEarly(completion)) return;
          throw new Broken("withdraw.completed came with the confirmation, and the payment later", [
            completion.confirmation,
            ...completion.told.map(({ first }) => first),
          ]);
        },
      ),
  ),
  clause(
    {
      ...documented,
      id: "events.withdraw-completed-automatic",
      text: "An automatic withdrawal, too, fires `withdraw.completed` when it is paid.",
      needs: [eventsTold, dailyWithdrawal],
    },
    (seen) => {
      const made = idsIn(seen.trace);
      const acts = seen.trace
        .filter((entry) => entry.kind === "act")
        .filter(({ capability }) => capability === "daily-withdrawal");
      const done = acts.flatMap((act) => {
        const listeners = seen.hooks.filter(
          (hook) =>
            hook.account === act.account &&
            hook.events.includes("withdraw.completed") &&
            hook.creation.answeredAt < act.startedAt &&
            !isOdd(hook, seen.hooks),
        );
        const own = seen.trace.filter(({ account }) => account === act.account);
        const records = automaticIn(own, made, act.startedAt);
        const isPaid = records.some(
          ({ endToEndId, status }) => typeof endToEndId === "string" || status === "CONFIRMED",
        );
        return listeners.length > 0 && isPaid ? [{ act, listeners }] : [];
      });
      return each(done, ({ act, listeners }) => {
        const told = listeners.flatMap(({ deliveries }) =>
          deliveries.filter(
            ({ event, first }) =>
              event === "withdraw.completed" &&
              first.at >= act.startedAt &&
              ![...made].some((id) => says(first.json, id)),
          ),
        );
        if (told.length === 0)
          throw new Broken("an automatic withdrawal was paid, and withdraw.completed was not told", [act]);
      });
    },
  ),
];

function completionsOf({ trace, hooks, confirmations }: Seen) {
  return completionsIn(trace, hooks, confirmations);
}

/** Whether none came at all, or those that came say of which other withdrawals they are. */
function isMissing({ hooks, trace }: Seen, { account, confirmation, others }: Completion): boolean {
  const known = new Set([...idsIn(trace), ...others]);
  const events = hooks
    .filter((hook) => hook.account === account)
    .flatMap(({ deliveries }) =>
      deliveries.filter(({ event, first }) => event === "withdraw.completed" && first.at >= confirmation.askedAt),
    );
  return events.length === 0 || events.some(({ first }) => saysAny(first.json, known));
}

/** The history may show a payment late; an event that comes with the response to the code is another matter. */
function isTooEarly({ told, confirmation, shownAt, unpaidAt }: Completion): boolean {
  const at = Math.min(...told.map(({ first }) => first.at));
  const isAtOnce = at <= confirmation.answeredAt + AT_ONCE_MS;
  return isAtOnce && unpaidAt !== undefined && unpaidAt > at && shownAt !== undefined;
}

function dataOf(arrival: Arrival): string {
  return JSON.stringify(bodyOf(arrival).data);
}

function withdrawIdOf({
  request,
}: {
  readonly request: { readonly members: Readonly<Record<string, unknown>> };
}): string {
  return String(request.members.withdrawId);
}

const PATIENT_MS = 5_000;
const AT_ONCE_MS = 150;
