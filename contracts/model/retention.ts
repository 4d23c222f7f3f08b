import { actsIn } from "../trace/find.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { balanceReadings } from "./balances.ts";
import type { CodeLife } from "./code-life.ts";

/** What is held of a charge, and how long; `holdFor` in ISO 8601. */
export interface SeenRetention {
  readonly percent: number;
  readonly holdFor: string;
}

/** Returns how an account retains, by the first hold of a charge that the run had paid; undefined if there is none. */
export function retentionIn(trace: readonly TraceEntry[]): SeenRetention | undefined {
  const acts = actsIn(trace);
  const holds = balanceReadings(trace).flatMap((reading) => reading.holds);
  for (const { at, given } of acts.filter(({ capability }) => capability === "pay-charge")) {
    const made = acts.find(({ result }) => result.chargeId === given.chargeId);
    const hold = holds.find(({ chargeId }) => chargeId === given.chargeId);
    if (made === undefined || hold === undefined) continue;
    const heldMs = hold.releaseAt - at;
    // Times may be shown in whole seconds.
    const holdMs = roundestMs({ atLeastMs: heldMs - 1_000, atMostMs: heldMs + 1_000 }) ?? 1_000;
    return { percent: roundestPercent(hold.amountCents, Number(made.given.total)), holdFor: durationOf(holdMs) };
  }
  return undefined;
}

/** The roundest time that fits what was seen. */
export function roundestMs({ atLeastMs, atMostMs }: CodeLife): number | undefined {
  if (!Number.isFinite(atMostMs)) return undefined;
  const steps = [86_400_000, 3_600_000, 300_000, 60_000, 30_000, 15_000, 10_000, 5_000, 1_000];
  const round = steps.map((step) => Math.floor(atMostMs / step) * step).find((ms) => ms > 0 && ms >= atLeastMs);
  return round ?? Math.max(1_000, Math.round(atMostMs / 1_000) * 1_000);
}

/** The roundest share of a total that makes this amount, whichever way it is rounded. */
function roundestPercent(amount: number, total: number): number {
  const exact = (amount / total) * 100;
  const rounded = [1, 10, 100].map((steps) => Math.round(exact * steps) / steps);
  return rounded.find((percent) => Math.abs((total * percent) / 100 - amount) < 1) ?? exact;
}

export function durationOf(ms: number): string {
  if (ms % 86_400_000 === 0) return `P${ms / 86_400_000}D`;
  return ms % 60_000 === 0 ? `PT${ms / 60_000}M` : `PT${ms / 1_000}S`;
}
