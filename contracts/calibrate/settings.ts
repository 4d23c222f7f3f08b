import { stringify } from "yaml";
import { isObject } from "../judge/json.ts";
import type { CodeLife } from "../model/code-life.ts";
import type { Seen } from "../model/seen.ts";
import { callsOf, memberCalled } from "../trace/find.ts";

/** What a run saw of a target's settings; undefined where it saw nothing of one. */
interface SeenSettings {
  readonly minimumWithdrawal?: number;
  readonly withdrawalFee?: number;
  readonly otpLifetime?: string;
  readonly manualApproval?: boolean;
  readonly settlement?: { readonly delay: string };
  readonly retention?: { readonly percent: number; readonly holdFor: string };
}

export function settingsFrom(seen: Seen): SeenSettings {
  const told = seen.simulations[0]?.told;
  const [fee, floor] = [told?.get("fee"), told?.get("realMinimum")];
  const changed = changedAccounts(seen);
  const own = seen.withdrawals.filter(({ account }) => !changed.has(account));
  const confirmed = own.filter(({ state }) => state === "confirmed" || state === "in-review");
  const settled = settlementMs(seen);
  const retention = retentionOf(seen.trace.filter(({ account }) => !changed.has(account)));
  const lifeMs = roundestMs(seen.life);
  return {
    ...(fee !== undefined && floor !== undefined && { minimumWithdrawal: floor - fee }),
    ...(fee !== undefined && { withdrawalFee: fee }),
    ...(lifeMs !== undefined && { otpLifetime: durationOf(lifeMs) }),
    ...(confirmed.length > 0 && { manualApproval: confirmed.some(({ state }) => state === "in-review") }),
    ...(settled !== undefined && { settlement: { delay: durationOf(settled) } }),
    ...(retention !== undefined && { retention }),
  };
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

/** The roundest time that fits what was seen. */
function roundestMs({ atLeastMs, atMostMs }: CodeLife): number | undefined {
  if (!Number.isFinite(atMostMs)) return undefined;
  const steps = [86_400_000, 3_600_000, 300_000, 60_000, 30_000, 15_000, 10_000, 5_000, 1_000];
  const round = steps.map((step) => Math.floor(atMostMs / step) * step).find((ms) => ms > 0 && ms >= atLeastMs);
  return round ?? Math.max(1_000, Math.round(atMostMs / 1_000) * 1_000);
}

/** From the right code, or the approval after it, to the event of the payment, in whole seconds. */
function settlementMs({ confirmations, hooks, trace }: Seen): number | undefined {
  for (const { call, accepted, withdrawal, state } of confirmations) {
    if (!accepted || withdrawal === undefined || state !== "open") continue;
    const told = hooks
      .flatMap(({ deliveries }) => deliveries.flatMap(({ attempts }) => attempts.slice(0, 1)))
      .find(({ json, at }) => at >= call.askedAt && JSON.stringify(json)?.includes(JSON.stringify(withdrawal.id)));
    const approval = trace.find((entry) => entry.kind === "act" && entry.given.withdrawId === withdrawal.id);
    const from = approval?.kind === "act" ? approval.at : call.answeredAt;
    if (told !== undefined) return Math.max(1_000, Math.round((told.at - from) / 1_000) * 1_000);
  }
  return undefined;
}

/** In the worlds of a sandbox stories change settings, which says nothing of those it has. */
function changedAccounts({ trace }: Seen): ReadonlySet<string> {
  const changes = trace.filter((entry) => entry.kind === "act" && entry.capability === "change-settings");
  return new Set(changes.map(({ account }) => account));
}

function retentionOf(trace: Seen["trace"]): SeenSettings["retention"] {
  const paid = trace.filter((entry) => entry.kind === "act").filter(({ capability }) => capability === "pay-charge");
  for (const { at, given } of paid) {
    const made = trace.find((entry) => entry.kind === "act" && entry.result.chargeId === given.chargeId);
    const total = made?.kind === "act" ? Number(made.given.total) : Number.NaN;
    for (const { response } of callsOf(trace, "getBalance")) {
      const holds = memberCalled(response?.json, "reserveHolds");
      const hold: unknown = Array.isArray(holds) ? holds.find((one) => one?.chargeId === given.chargeId) : undefined;
      if (!isObject(hold)) continue;
      const heldMs = Date.parse(String(hold.releaseAt)) - at;
      // Times may be shown in whole seconds.
      const holdMs = roundestMs({ atLeastMs: heldMs - 1_000, atMostMs: heldMs + 1_000 }) ?? 1_000;
      return { percent: roundestPercent(Number(hold.amountCents), total), holdFor: durationOf(holdMs) };
    }
  }
  return undefined;
}

/** The roundest share of a total that makes this amount, whichever way it is rounded. */
function roundestPercent(amount: number, total: number): number {
  const exact = (amount / total) * 100;
  const rounded = [1, 10, 100].map((steps) => Math.round(exact * steps) / steps);
  return rounded.find((percent) => Math.abs((total * percent) / 100 - amount) < 1) ?? exact;
}

function durationOf(ms: number): string {
  if (ms % 86_400_000 === 0) return `P${ms / 86_400_000}D`;
  return ms % 60_000 === 0 ? `PT${ms / 60_000}M` : `PT${ms / 1_000}S`;
}
