import { addDuration, durationMs, durationProblem, type IsoDuration } from "./duration.ts";
import type { Instant } from "./instant.ts";
import type { SettingProblem } from "./settings.ts";

/** A world has at most so many at a time. */
export const mostFaults = 100;

/** How the next calls of an operation go wrong. Which operations there are, the world does not know. */
export type CallFaultTerms =
  /** It is refused with this status and does not happen. */
  | { readonly kind: "status"; readonly operationId: string; readonly status: number }
  /** It waits for so long, of real time, before it goes on. */
  | { readonly kind: "latency"; readonly operationId: string; readonly delay: IsoDuration }
  /** The connection breaks before it happens, or when it has happened. */
  | { readonly kind: "reset" | "lose-response"; readonly operationId: string };

/** Which deliveries are struck: all, where nothing is said. */
interface StruckDeliveries {
  readonly event?: string | undefined;
  readonly webhookId?: string | undefined;
}

/** How the next deliveries go wrong. */
export type WebhookFaultTerms = StruckDeliveries &
  (
    | { readonly kind: "duplicate-delivery" }
    /** The first attempt is made so much later, or is held back for as long at most. */
    | { readonly kind: "delay-delivery" | "reorder-deliveries"; readonly delay: IsoDuration }
  );

export type FaultTerms = CallFaultTerms | WebhookFaultTerms;
export type FaultKind = FaultTerms["kind"];
export type CallFaultKind = CallFaultTerms["kind"];
export type WebhookFaultKind = WebhookFaultTerms["kind"];

interface AnyFault {
  readonly faultId: string;
  readonly createdAt: Instant;
  readonly times: number;
  /** How many of these times are left. Where none is, the fault is no longer there. */
  readonly remaining: number;
}
/** Something that is to go wrong, so many times. */
export type Fault = FaultTerms & AnyFault;
export type CallFault = CallFaultTerms & AnyFault;
export type WebhookFault = WebhookFaultTerms & AnyFault;

/** What is to go wrong in a world. Replaced as a whole, so that it can be handed on. */
export interface Faults {
  /** How many there ever were, from which their identifiers follow. A rewind does not set it back, as faults survive it. */
  readonly added: number;
  /** Oldest first. */
  readonly list: readonly Fault[];
}

export const noFaults: Faults = { added: 0, list: [] };

/** What a fault does to a delivery. */
export interface DeliveryFault {
  readonly faultId: string;
  readonly kind: WebhookFaultKind;
  /** When the first attempt is due; that of one that is held back is made earlier once another one has overtaken it. */
  readonly firstAttemptAt: Instant;
}

/** Whoever calls really waits. */
const longestLatencyMs = 120_000;

/** What is wrong with a fault in itself. */
export function faultProblems(terms: FaultTerms): SettingProblem[] {
  if (!("delay" in terms)) return [];
  const { kind, delay } = terms;
  const message = durationProblem(delay);
  if (message !== null) return [{ at: "delay", message }];
  if (kind !== "latency" || durationMs(delay) <= longestLatencyMs) return [];
  return [{ at: "delay", message: `"${delay}" is more than PT2M, which is the longest that a call can wait` }];
}

/** The fault that strikes the next call of an operation: the oldest one that fits. */
export function faultOfCall({ list }: Faults, operationId: string): CallFault | null {
  for (const fault of list) if ("operationId" in fault && fault.operationId === operationId) return fault;
  return null;
}

/** The fault that strikes a delivery: the oldest one that fits and, as `left` says, can still strike. */
export function faultOfDelivery(
  { list }: Faults,
  { event, webhookId }: Required<StruckDeliveries>,
  left: ReadonlyMap<string, number>,
): WebhookFault | null {
  for (const fault of list) {
    if ("operationId" in fault) continue;
    const fits = (fault.event ?? event) === event && (fault.webhookId ?? webhookId) === webhookId;
    if (fits && (left.get(fault.faultId) ?? 0) > 0) return fault;
  }
  return null;
}

/** What the fault does to a delivery that is raised at `at`. */
export function struckBy(fault: WebhookFault, at: Instant, timeZone: string): DeliveryFault {
  const firstAttemptAt = "delay" in fault ? addDuration(at, fault.delay, timeZone) : at;
  return { faultId: fault.faultId, kind: fault.kind, firstAttemptAt };
}
