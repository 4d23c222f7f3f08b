import { around } from "../model/around.ts";
import { isTaken } from "../model/balances.ts";
import { freshMs } from "../model/code-life.ts";
import type { Seen } from "../model/seen.ts";
import type { Age, Confirmation, Resend } from "../model/withdrawals.ts";
import type { Those } from "./clause.ts";

export function confirmations(isMeant: (one: Confirmation, seen: Seen) => boolean): Those {
  return (seen) => seen.confirmations.filter((one) => isMeant(one, seen));
}

export function resends(isMeant: (one: Resend, seen: Seen) => boolean): Those {
  return (seen) => seen.resends.filter((one) => isMeant(one, seen));
}

/** The newest code, of a withdrawal that waits for one. */
export function isRight({ code, state }: Confirmation): boolean {
  return code === "right" && state === "open";
}

/** Whether a code of this age had surely not expired; a code that was read or typed late may have. */
export function isValid({ codeAge }: { readonly codeAge: Age }, { life }: Seen): boolean {
  return codeAge.mostMs <= life.atLeastMs;
}

/** Whether a right code had to be taken: it had not expired, and no daily withdrawal had taken the money. */
export function isPayable(one: Confirmation, seen: Seen): boolean {
  const { before, after } = around(seen.balances, one.call, seen.isBefore);
  return isValid(one, seen) && (one.accepted || !isTaken(before, after[0], one.withdrawal?.valueCents ?? 0));
}

/** The same of a code that should be rejected; whatever its age, one that is accepted was valid. */
export function isInTime(one: Confirmation, seen: Seen): boolean {
  return (one.accepted && !seen.isPartial) || isValid(one, seen);
}

/** A resend shows by itself how long codes live, so that only one right after the code says anything about it. */
export function isSurelyValid(resend: Resend, { confirmations }: Seen): boolean {
  if (resend.state !== "open") return false;
  const { withdrawal, codeNth, codeAge } = resend;
  const confirmedLater = confirmations.some(
    (one) => one.code === "right" && one.accepted && one.withdrawal === withdrawal && one.codeNth === codeNth,
  );
  return codeAge.mostMs < freshMs || confirmedLater;
}
