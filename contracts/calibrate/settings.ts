import { stringify } from "yaml";
import { valuesIn } from "../judge/json.ts";
import { ownSettings } from "../model/own-settings.ts";
import { durationOf, roundestMs } from "../model/retention.ts";
import type { Seen } from "../model/seen.ts";
import { isSettlementSet } from "../model/settings.ts";
import { memberCalled } from "../trace/find.ts";
import { startOf } from "../trace/order.ts";

/** Returns the settings of a world that is like the account, as far as the run has shown it; what stories have set is not its own. */
export function settingsFrom(seen: Seen) {
  const settled = settlementMs(seen);
  const lifeMs = Number.isFinite(seen.life.atMostMs) ? (shownLifeMs(seen) ?? roundestMs(seen.life)) : undefined;
  return {
    ...ownSettings(seen),
    ...(lifeMs !== undefined && { otpLifetime: durationOf(lifeMs) }),
    ...(settled !== undefined && { settlement: { delay: durationOf(settled) } }),
  };
}

/** A number in the response to an initiation, of seconds or milliseconds, that fits what was seen of the life of a code. */
function shownLifeMs({ initiations, life: { atLeastMs, atMostMs } }: Seen): number | undefined {
  const shown = initiations.filter(({ accepted }) => accepted).flatMap(({ call }) => valuesIn(call.response?.json));
  const times = shown.flatMap((value) => (typeof value === "number" ? [value * 1_000, value] : []));
  return times.find((ms) => ms >= atLeastMs && ms <= atMostMs);
}

/** Writes a fixture, in YAML, whose world begins like the account of the run. */
export function fixtureFrom(seen: Seen): string {
  const balance = seen.named.find(({ outcome }) => outcome === "balance-read")?.call.response?.json;
  const email = seen.trace.flatMap((entry) => (entry.kind === "code" && entry.to?.includes("@") ? [entry.to] : []))[0];
  const cents = memberCalled(balance, "balance");
  const company = {
    ...(email !== undefined && { responsible: { name: email.split("@")[0], email } }),
    ...(Number.isSafeInteger(cents) && Number(cents) >= 0 && { balance: cents }),
  };
  const description = "Written from what a run saw of its target.";
  return stringify({ name: "target", description, settings: settingsFrom(seen), companies: [company] });
}

/** From the right code, or the approval after it, to what shows the payment, in whole seconds. */
function settlementMs(seen: Seen): number | undefined {
  for (const { confirmation, approval, paidBy } of seen.payments) {
    if (paidBy === undefined || isSettlementSet(confirmation.call, seen)) continue;
    const from = approval?.at ?? confirmation.call.answeredAt;
    return Math.max(1_000, Math.round((startOf(paidBy) - from) / 1_000) * 1_000);
  }
  return undefined;
}
