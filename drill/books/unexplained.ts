import type { Delivery } from "../../src/spec/generated/control-api.ts";
import type { KnownBeginning, LedgerEntry } from "./world-books.ts";

/** What available and reserved money changed by, in cents, without a word that the integrator surely got. */
export interface Unexplained {
  /** Refunds have no event, and events that a receiver missed cannot be read again. */
  readonly untoldCents: number;
  /** Posting by posting, where the receiver gave no answer to what told of it: the integrator may know it. */
  readonly unsureCents: readonly number[];
}

/** Events that tell of a posting, by the reason of the posting. Withdrawals are in the history that the platform lists. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  ChargePaid: ["charge.paid"],
  SubscriptionChargePaid: ["subscription.charge.paid", "charge.paid"],
  ChargeChargedBack: ["dispute.chargeback"],
  ChargeRefunded: [],
};

/** Returns what books cannot explain that have taken every event they were sent. */
export function unexplainedIn(
  entries: readonly LedgerEntry[],
  { deliveries }: Pick<KnownBeginning, "deliveries">,
): Unexplained {
  const toTell = entries.filter(({ reason }) => reason in TELLING);
  const byKnowledge = Map.groupBy(toTell, (entry) => knowledgeOf(entry, deliveries));
  const centsOf = (knowledge: Knowledge) => (byKnowledge.get(knowledge) ?? []).map(ownCents);
  return { untoldCents: centsOf("untold").reduce((sum, cents) => sum + cents, 0), unsureCents: centsOf("unsure") };
}

type Knowledge = "told" | "unsure" | "untold";

/**
 * Whether the integrator could know of a posting. A receiver that refuses deliveries until its webhook is deactivated could
 * know of all that it missed.
 */
function knowledgeOf({ reason, reference }: LedgerEntry, deliveries: readonly Delivery[]): Knowledge {
  const events = TELLING[reason] ?? [];
  if (events.length > 0 && deliveries.some(isRefused)) return "told";
  const telling = deliveries.filter(({ event, body }) => events.includes(event) && body.includes(`"${reference}"`));
  const attempts = telling.flatMap((delivery) => delivery.attempts);
  if (attempts.some(({ outcome }) => outcome === "SUCCESS")) return "told";
  // The receiver may have stored what it was sent, and died before its answer, or was too slow.
  const isUnsure = attempts.some(({ failure }) => failure === "CONNECTION_RESET" || failure === "TIMEOUT");
  return isUnsure ? "unsure" : "untold";
}

function isRefused({ state, attempts }: Delivery): boolean {
  return (
    state === "FAILED" && attempts.every(({ httpStatus, outcome }) => httpStatus !== null && outcome !== "SUCCESS")
  );
}

function ownCents({ postings }: LedgerEntry): number {
  const own = postings.filter(({ account }) => account === "available" || account === "reserved");
  return own.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Each amount can double the number of sums. With more amounts, only the least and the greatest sum are a bound. */
const MAX_SUMMED = 16;

/** Whether books may call this amount unexplained. */
export function mayBeUnexplained(cents: number, { untoldCents, unsureCents }: Unexplained): boolean {
  const sums = new Set([untoldCents]);
  for (const one of unsureCents.slice(0, MAX_SUMMED)) for (const sum of [...sums]) sums.add(sum + one);
  if (unsureCents.length <= MAX_SUMMED) return sums.has(cents);
  const least = unsureCents.reduce((sum, one) => sum + Math.min(0, one), untoldCents);
  const greatest = unsureCents.reduce((sum, one) => sum + Math.max(0, one), untoldCents);
  return cents >= least && cents <= greatest;
}
