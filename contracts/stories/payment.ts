import { historyReadings } from "../model/history.ts";
import { MAX_IDENTIFIER_DELAY_MS, shownIn } from "../model/payments.ts";
import type { Stage } from "./stage.ts";

/** Reads the history until a payment is seen, and a little longer for what is missing. Returns whether it was paid. */
export async function untilPaid(stage: Stage, withdrawId: string, isReviewed: boolean): Promise<boolean> {
  const { clock } = stage.account;
  const stepMs = clock.isAdvanced ? 5_000 : 1_000;
  let identifiedForMs = 0;
  let confirmedForMs = 0;
  for (let passedMs = 0; passedMs <= MAX_PAYMENT_WAIT_MS; passedMs += stepMs) {
    const [reading] = historyReadings([await stage.account.withdrawals(withdrawId)], [{ id: withdrawId }]);
    const { status, endToEndId } = (reading && shownIn(reading, { id: withdrawId })[0]) ?? {};
    const isSent = typeof endToEndId === "string";
    if (isSent && status === "CONFIRMED") return true;
    if (isSent) identifiedForMs += stepMs;
    else if (status === "CONFIRMED" && !isReviewed) confirmedForMs += stepMs;
    if (identifiedForMs > GRACE_MS || confirmedForMs > MAX_IDENTIFIER_DELAY_MS + READING_MS) return true;
    if (status === "FAILED" || status === "CANCELLED") return false;
    await clock.pass(stepMs);
  }
  return false;
}

const MAX_PAYMENT_WAIT_MS = 125_000;
/** How long `CONFIRMED` is waited for once there is an identifier. */
const GRACE_MS = 12_000;
/** The last reading is then surely later than the delay. */
const READING_MS = 2_000;
