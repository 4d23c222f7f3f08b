import { stringify } from "yaml";
import { durationOf, retentionIn, roundestMs } from "../model/retention.ts";
import type { Seen } from "../model/seen.ts";
import { memberCalled } from "../trace/find.ts";

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
  const retention = retentionIn(seen.trace.filter(({ account }) => !changed.has(account)));
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
