import { addDuration, durationMs, durationProblem, type IsoDuration } from "./duration.ts";
import { type FaultHeaders, headerProblems } from "./fault-headers.ts";
import type { Instant } from "./instant.ts";
import { type LimitWindow, type RateLimitTerms, rateLimitProblems } from "./rate-limit.ts";
import type { SettingProblem } from "./settings.ts";

export const MAX_FAULTS = 100;

/** How the next calls of an operation fail. The world does not know which operations exist. */
export type CallFaultTerms =
  /** The call is refused with this status and not executed. */
  | {
      readonly kind: "status";
      readonly operationId: string;
      readonly status: number;
      readonly headers?: FaultHeaders | undefined;
    }
  /** The call waits for this real time and is then executed. */
  | { readonly kind: "latency"; readonly operationId: string; readonly delay: IsoDuration }
  /** The connection breaks before the call is executed. */
  | { readonly kind: "reset"; readonly operationId: string }
  /** It breaks after, or what stands between answers with this status. */
  | { readonly kind: "lose-response"; readonly operationId: string; readonly status?: number | undefined };

/** Which deliveries the fault applies to; all if nothing is set. */
interface AffectedDeliveries {
  readonly event?: string | undefined;
  readonly webhookId?: string | undefined;
}

/** How the next deliveries fail. */
export type WebhookFaultTerms = AffectedDeliveries &
  (
    | { readonly kind: "duplicate-delivery" }
    /** How much later the first attempt is made, or how long it waits at most for a later delivery. */
    | { readonly kind: "delay-delivery" | "reorder-deliveries"; readonly delay: IsoDuration }
  );

/** Faults that are applied a number of times. */
export type CountedFaultTerms = CallFaultTerms | WebhookFaultTerms;
export type FaultTerms = CountedFaultTerms | RateLimitTerms;
export type FaultKind = FaultTerms["kind"];
export type CallFaultKind = (CallFaultTerms | RateLimitTerms)["kind"];
export type WebhookFaultKind = WebhookFaultTerms["kind"];

interface AnyFault {
  readonly faultId: string;
  readonly createdAt: Instant;
}
/** A fault that is applied `times` times. */
interface CountedFault extends AnyFault {
  readonly times: number;
  /** How often the fault will still be applied. At 0 it is removed. */
  readonly remaining: number;
}
export type CallFault = CallFaultTerms & CountedFault;
export type WebhookFault = WebhookFaultTerms & CountedFault;
/** A limit applies until it is removed. `window` is null until it has counted a call. */
export type RateLimit = RateLimitTerms & AnyFault & { readonly window: LimitWindow | null };
export type Fault = CallFault | WebhookFault | RateLimit;

/** What a fault does to a call. `retryAfterMs`: until the limit lets the next call through, by the world's clock. */
export type AppliedFault = CallFault | (RateLimit & { readonly retryAfterMs: number });

/** The faults of a world. Replaced as a whole and never changed in place, so that others can keep it. */
export interface Faults {
  /** The number of faults ever added, from which their ids are derived. Rewinds keep it, as they keep faults. */
  readonly added: number;
  /** Oldest first. */
  readonly list: readonly Fault[];
}

export const noFaults: Faults = { added: 0, list: [] };

export interface DeliveryFault {
  readonly faultId: string;
  readonly kind: WebhookFaultKind;
  /** When the first attempt is due at the latest. A delivery that waits for a later one can be due earlier. */
  readonly firstAttemptAt: Instant;
}

/** The caller waits in real time. */
const MAX_LATENCY_MS = 120_000;

export function faultProblems(terms: FaultTerms): SettingProblem[] {
  if (terms.kind === "rate-limit") return rateLimitProblems(terms);
  if (terms.kind === "status") return headerProblems(terms.headers ?? {});
  if (!("delay" in terms)) return [];
  const { kind, delay } = terms;
  const message = durationProblem(delay);
  if (message !== null) return [{ at: "delay", message }];
  if (kind !== "latency" || durationMs(delay) <= MAX_LATENCY_MS) return [];
  return [{ at: "delay", message: `"${delay}" is more than PT2M, which is the longest that a call can wait` }];
}

/** Returns the faults that the next call of an operation meets, oldest first. */
export function faultsOfCall({ list }: Faults, operationId: string): (CallFault | RateLimit)[] {
  return list
    .filter((fault) => !isOfDeliveries(fault))
    .filter((fault) => (fault.operationId ?? operationId) === operationId);
}

function isOfDeliveries(fault: Fault): fault is WebhookFault {
  return !("requests" in fault || "operationId" in fault);
}

/** Returns the fault for a delivery: the oldest that matches and, by `left`, is not used up. */
export function faultOfDelivery(
  { list }: Faults,
  { event, webhookId }: Required<AffectedDeliveries>,
  left: ReadonlyMap<string, number>,
): WebhookFault | null {
  for (const fault of list) {
    if (!isOfDeliveries(fault)) continue;
    const fits = (fault.event ?? event) === event && (fault.webhookId ?? webhookId) === webhookId;
    if (fits && (left.get(fault.faultId) ?? 0) > 0) return fault;
  }
  return null;
}

/** Returns the effect of the fault on a delivery that is raised at `at`. */
export function effectOf(fault: WebhookFault, at: Instant, timeZone: string): DeliveryFault {
  const firstAttemptAt = "delay" in fault ? addDuration(at, fault.delay, timeZone) : at;
  return { faultId: fault.faultId, kind: fault.kind, firstAttemptAt };
}
