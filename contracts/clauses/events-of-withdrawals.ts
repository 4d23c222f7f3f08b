import { automaticCompletions, type Completion, completionsIn, toldOfCancelled } from "../model/completions.ts";
import { bodyOf, bodySays } from "../model/deliveries.ts";
import { idsIn } from "../model/ids.ts";
import { endOf } from "../model/occurrences.ts";
import type { Seen } from "../model/seen.ts";
import { dailyWithdrawal } from "../stories/automatic.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { withdrawalPaid } from "../stories/withdrawals.ts";
import type { Arrival } from "../trace/trace.ts";
import { clause, every } from "./clause.ts";
import { Broken, each } from "./judging.ts";

const documented = { section: "Events: Event names", needs: [eventsTold, withdrawalPaid] } as const;

/** When `withdraw.completed` fires. */
export const paidWithdrawals = [
  every({
    ...documented,
    id: "events.withdraw-completed",
    text: "A withdrawal fires `withdraw.completed` when its payment is confirmed.",
    those: (seen) =>
      completionsIn(seen).filter((one) => (!isTooEarly(one) || twiceTold(one) !== undefined) && isTellable(one, seen)),
    judge: (completion) => {
      mustBeTold("a withdrawal", completion);
      const twice = twiceTold(completion);
      if (twice !== undefined) throw new Broken("withdraw.completed was told twice of one withdrawal", twice);
    },
  }),
  clause({
    ...documented,
    id: "events.withdraw-completed-not-before",
    section: "States and transitions: Withdrawal",
    text: "Before the payment is confirmed a withdrawal does not fire `withdraw.completed`, and one that was cancelled never does.",
    judge: (seen) => {
      const [wrong] = toldOfCancelled(seen).filter(({ id }) => id.length >= MIN_OWN_LENGTH);
      if (wrong !== undefined)
        throw new Broken("a withdrawal was cancelled, and withdraw.completed was told of it", [wrong.by, wrong.first]);
      return each(
        completionsIn(seen).filter(({ told }) => told.length > 0),
        (completion) => {
          if (!isTooEarly(completion)) return;
          throw new Broken("withdraw.completed came with the confirmation, and the payment later", [
            completion.begun,
            ...completion.told.map(({ first }) => first),
          ]);
        },
      );
    },
  }),
  every({
    ...documented,
    id: "events.withdraw-completed-automatic",
    text: "An automatic withdrawal, too, fires `withdraw.completed` when it is paid.",
    needs: [eventsTold, dailyWithdrawal],
    those: (seen) =>
      automaticIn(seen).filter((listed) => listed.some(isTold) || listed.every((one) => isTellable(one, seen))),
    judge: (listed) => {
      const one = listed.find(isTold) ?? listed[0];
      if (one !== undefined) mustBeTold("an automatic withdrawal", one);
    },
  }),
];

/** By act, what is listed since: one of it is the automatic withdrawal, for others may withdraw as well. */
function automaticIn(seen: Seen): readonly (readonly Completion[])[] {
  return [...Map.groupBy(automaticCompletions(seen, idsIn(seen.trace)), ({ begun }) => begun).values()];
}

function isTold({ told }: Completion): boolean {
  return told.length > 0;
}

/** Whether a webhook was told of it, or should have been by the end of the trace. */
function isTellable({ account, listeners, told, unclear, shownAt }: Completion, { trace }: Seen): boolean {
  if (told.length > 0) return true;
  const isDue = shownAt !== undefined && endOf(account, trace) >= shownAt + PATIENT_MS;
  // What came and does not say of which withdrawal it is may be about this one.
  return listeners.length > 0 && isDue && unclear.length === 0;
}

function mustBeTold(what: string, { told, begun }: Completion): void {
  if (told.length === 0) throw new Broken(`${what} was paid, and withdraw.completed was not told`, [begun]);
}

/** The history may show a payment late; an event that comes with the response to the code is another matter. */
function isTooEarly({ told, begun, shownAt, unpaidAt }: Completion): boolean {
  const at = Math.min(...told.map(({ first }) => first.at));
  if (begun.kind !== "call" || unpaidAt === undefined || shownAt === undefined) return false;
  return unpaidAt > at + (at <= begun.answeredAt + AT_ONCE_MS ? 0 : EARLY_MS);
}

/** Two deliveries to one webhook that say the same, or the withdrawal's own identifier. */
function twiceTold({ id, listeners, told }: Completion): readonly Arrival[] | undefined {
  return listeners
    .map((hook) => told.flatMap((one) => (one.hook === hook ? [one.first] : [])))
    .flatMap(([first, ...later]) => {
      // Something else may have another identifier in common, such as the company, which all its withdrawals say.
      const isSame = (one: Arrival) =>
        first !== undefined &&
        (JSON.stringify(bodyOf(one).data) === JSON.stringify(bodyOf(first).data) ||
          (id.length >= MIN_OWN_LENGTH && [one, first].every(({ json }) => bodySays(json, id))));
      const second = later.find(isSame);
      return first === undefined || second === undefined ? [] : [[first, second]];
    })[0];
}

/** How long after its payment, or after `CONFIRMED`, which may come before it, an event may be told is not shown. */
const PATIENT_MS = 60_000;
const AT_ONCE_MS = 150;
/** A shorter identifier, such as a number that counts, may be that of something else as well. */
const MIN_OWN_LENGTH = 8;
/** An event that comes earlier than the payment in the history by more than this is too early: no history is as late. */
const EARLY_MS = 30_000;
