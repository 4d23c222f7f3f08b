import { money } from "./money.ts";
import { oneLine } from "./printed-text.ts";

type Data = Readonly<Record<string, unknown>>;

/** What readers do not wait for: marks of time, and the notification that an attempt tells of as well. */
const UNTOLD = ["TimeReached", "NotificationRaised", "AutomaticWithdrawalScheduled"];

const MONEY = ["amountCents", "value", "total"];
const NAMES = ["withdrawId", "chargeId", "subscriptionId", "webhookId", "name", "kind", "mode", "reason", "worldId"];

/** Returns an event in one line: world time, what happened, the amount, and what it happened to; null for a mark of time. */
export function eventText({ at, type, data: given }: { at: string; type: string; data: object }): string | null {
  if (UNTOLD.includes(type)) return null;
  const data: Data = { ...given };
  if (type === "AttemptRecorded") return attemptText(at, data);
  const cents = MONEY.map((name) => data[name]).find((value) => typeof value === "number");
  const names = NAMES.map((name) => data[name]).filter((value) => typeof value === "string");
  const words = [wordsOf(type), ...(typeof cents === "number" ? [money(cents)] : []), ...names];
  return oneLine(`${at}  ${words.join("  ")}`);
}

/** `→ https://hooks.acme.dev/saldo  204`, or why it failed and when the next attempt is due. */
function attemptText(at: string, data: Data): string {
  const { url, httpStatus, failure, number, nextAttemptAt, state } = data;
  const result = failure === null || failure === "STATUS" ? httpStatus : failure;
  const next =
    typeof nextAttemptAt === "string" ? `next try ${nextAttemptAt}` : state === "DELIVERED" ? "" : "given up";
  return oneLine(`${at}  → ${url}  ${result}${failure === null ? "" : `, attempt ${number}, ${next}`}`);
}

/** `WithdrawalSettled` is `withdrawal settled`. */
function wordsOf(type: string): string {
  return type.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
