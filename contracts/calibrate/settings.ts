import { stringify } from "yaml";
import { valuesIn } from "../judge/json.ts";
import { durationOf, retentionIn, roundestMs } from "../model/retention.ts";
import type { Seen } from "../model/seen.ts";
import { isSettlementSet } from "../model/settings.ts";
import { saysReview } from "../model/withdrawals.ts";
import { memberCalled } from "../trace/find.ts";
import { orderOf, startOf } from "../trace/order.ts";
import type { TraceEntry } from "../trace/trace.ts";

/** What a run saw of a target's settings; undefined where it saw nothing of one. */
interface SeenSettings {
  readonly minimumWithdrawal?: number;
  readonly withdrawalFee?: number;
  readonly otpLifetime?: string;
  readonly manualApproval?: boolean;
  readonly settlement?: { readonly delay: string };
  readonly retention?: { readonly percent: number; readonly holdFor: string };
}

/** What stories have set says nothing of what was set before. */
export function settingsFrom(seen: Seen): SeenSettings {
  const simulation = seen.simulations.find(({ call }) => isBeforeOrders(call, "withdrawalFee", seen));
  const [fee, floor] = [simulation?.told.get("fee"), simulation?.told.get("realMinimum")];
  const confirmed = seen.confirmations.filter(
    ({ call, accepted, state }) => accepted && state === "open" && isBeforeOrders(call, "manualApproval", seen),
  );
  const settled = settlementMs(seen);
  const retention = retentionIn(seen.trace.filter((entry) => isBeforeOrders(entry, "retention", seen)));
  const lifeMs = shownLifeMs(seen) ?? roundestMs(seen.life);
  return {
    ...(fee !== undefined && floor !== undefined && { minimumWithdrawal: floor - fee }),
    ...(fee !== undefined && { withdrawalFee: fee }),
    ...(lifeMs !== undefined && { otpLifetime: durationOf(lifeMs) }),
    ...(confirmed.length > 0 && { manualApproval: confirmed.some(({ call }) => saysReview(call)) }),
    ...(settled !== undefined && { settlement: { delay: durationOf(settled) } }),
    ...(retention !== undefined && { retention }),
  };
}

/** A number in the response to an initiation, of seconds or milliseconds, that fits what was seen of the life of a code. */
function shownLifeMs({ initiations, life: { atLeastMs, atMostMs } }: Seen): number | undefined {
  const shown = initiations.filter(({ accepted }) => accepted).flatMap(({ call }) => valuesIn(call.response?.json));
  const times = shown.flatMap((value) => (typeof value === "number" ? [value * 1_000, value] : []));
  return Number.isFinite(atMostMs) ? times.find((ms) => ms >= atLeastMs && ms <= atMostMs) : undefined;
}

function isBeforeOrders(entry: TraceEntry, name: string, { trace }: Seen): boolean {
  const order = trace.find(
    (one) =>
      one.kind === "act" && one.account === entry.account && one.capability === "change-settings" && name in one.given,
  );
  return order === undefined || startOf(entry) < startOf(order);
}

/** Writes a fixture whose world begins like the account of the run. */
export function fixtureText(settings: SeenSettings, seen: Seen): string {
  const balance = seen.named.find(({ outcome }) => outcome === "balance-read")?.call.response?.json;
  const email = seen.trace.flatMap((entry) => (entry.kind === "code" && entry.to?.includes("@") ? [entry.to] : []))[0];
  const cents = memberCalled(balance, "balance");
  const company = {
    ...(email !== undefined && { responsible: { name: email.split("@")[0], email } }),
    ...(Number.isSafeInteger(cents) && Number(cents) >= 0 && { balance: cents }),
  };
  const description = "Written from what a run saw of its target.";
  return stringify({ name: "target", description, settings, companies: [company] });
}

/** From the right code, or the approval after it, to what shows the payment, in whole seconds. */
function settlementMs({ payments, trace }: Seen): number | undefined {
  for (const { confirmation, approval, paidBy } of payments) {
    if (paidBy === undefined || isSettlementSet(confirmation.call, trace, orderOf(trace))) continue;
    const from = approval?.at ?? confirmation.call.answeredAt;
    return Math.max(1_000, Math.round((startOf(paidBy) - from) / 1_000) * 1_000);
  }
  return undefined;
}
