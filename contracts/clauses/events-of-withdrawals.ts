import { automaticIn, completionsIn } from "../model/completions.ts";
import { says } from "../model/deliveries.ts";
import { idsIn } from "../model/ids.ts";
import { endOf } from "../model/occurrences.ts";
import type { Seen } from "../model/seen.ts";
import { dailyWithdrawal } from "../stories/automatic.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { withdrawalPaid } from "../stories/withdrawals.ts";
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
      const paid = completionsOf(seen).filter(({ account, listeners, told, shownAt, confirmation }) => {
        const isDue = shownAt !== undefined && endOf(account, seen.trace) >= shownAt + PATIENT_MS;
        return listeners.length > 0 && (told.length > 0 || (isDue && isMissing(seen, account, confirmation.askedAt)));
      });
      return each(paid, ({ told, listeners, confirmation }) => {
        if (told.length === 0)
          throw new Broken("a withdrawal was paid, and withdraw.completed was not told", [confirmation]);
        for (const hook of listeners) {
          const own = told.filter((one) => one.hook === hook);
          const [first, second] = own.filter(
            ({ first: { json } }) => own.length < 2 || says(json, withdrawIdOf(confirmation)),
          );
          if (first === undefined || second === undefined) continue;
          throw new Broken("withdraw.completed was told twice of one withdrawal", [first.first, second.first]);
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
        ({ told, confirmation, shownAt, unpaidAt }) => {
          const at = Math.min(...told.map(({ first }) => first.at));
          // The history may show a payment late; an event that comes with the response to the code is another matter.
          const isAtOnce = at <= confirmation.answeredAt + AT_ONCE_MS;
          const isPaidLater = unpaidAt !== undefined && unpaidAt > at && shownAt !== undefined;
          if (!isAtOnce || !isPaidLater) return;
          throw new Broken("withdraw.completed came with the confirmation, and the payment later", [
            confirmation,
            ...told.map(({ first }) => first),
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
          ({ account, events, creation }) =>
            account === act.account && events.includes("withdraw.completed") && creation.answeredAt < act.startedAt,
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
function isMissing({ hooks, trace }: Seen, account: string, since: number): boolean {
  const known = [...idsIn(trace)];
  const events = hooks
    .filter((hook) => hook.account === account)
    .flatMap(({ deliveries }) =>
      deliveries.filter(({ event, first }) => event === "withdraw.completed" && first.at >= since),
    );
  return events.length === 0 || events.some(({ first }) => known.some((id) => says(first.json, id)));
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
