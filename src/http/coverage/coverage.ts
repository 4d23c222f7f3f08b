import type { FaultKind } from "../../domain/fault.ts";
import type { RecordedAttempt } from "../../engine/world/recorded-attempt.ts";
import { firedEvents } from "../../spec/generated/event-names.ts";
import { listCommonResponses, listOperations } from "../../spec/operations.ts";
import type { DereferencedDocument } from "../../spec/schema.ts";
import type { ReceivedCall } from "../journal/received-call.ts";

/** The test event cannot be selected; it goes to the webhook under test only. */
const EVENTS = [...firedEvents, "webhook.test"];

const FAULTS: Readonly<Record<FaultKind, true>> = {
  status: true,
  latency: true,
  reset: true,
  "lose-response": true,
  "rate-limit": true,
  "duplicate-delivery": true,
  "delay-delivery": true,
  "reorder-deliveries": true,
};

/**
 * Counts what clients have met: outcomes that they got, events that receivers have acknowledged, and faults that were
 * applied.
 */
export class Coverage {
  readonly #outcomes: readonly { readonly operationId: string; readonly outcome: string }[];
  /** How often each point was met, by its name: in each world, and in all that there ever were. */
  readonly #worlds = new Map<string, Map<string, number>>();
  readonly #all = new Map<string, number>();

  /** Outcomes that any operation may have, such as a malformed request, say nothing about what a client can do. */
  constructor(document: DereferencedDocument) {
    const common = new Set(listCommonResponses(document).flatMap(({ outcomes }) => outcomes));
    this.#outcomes = listOperations(document).flatMap(({ operationId, responses }) => {
      const outcomes = responses.flatMap((response) => response.outcomes).filter((outcome) => !common.has(outcome));
      return outcomes.map((outcome) => ({ operationId, outcome }));
    });
  }

  /** An outcome whose response was lost was not met. */
  callEnded(worldId: string, { beginning, outcome, status, fault }: ReceivedCall): void {
    if (status !== null && outcome !== null) this.#count(worldId, outcomeName(beginning.operationId, outcome));
    if (fault !== null) this.#count(worldId, faultName(fault));
  }

  attemptEnded({ worldId, event, failure, number, fault }: RecordedAttempt): void {
    if (failure === null) this.#count(worldId, eventName(event));
    if (fault !== null && number === 1) this.#count(worldId, faultName(fault));
  }

  /** Forgets what a deleted world has met; the counts of all worlds together stay. */
  forget(worldId: string): void {
    this.#worlds.delete(worldId);
  }

  /** Returns what was met in a world, or in all that there ever were. */
  view(worldId?: string) {
    const counts = worldId === undefined ? this.#all : this.#worlds.get(worldId);
    const count = (name: string) => counts?.get(name) ?? 0;
    const outcomes = this.#outcomes.map((point) => {
      return { ...point, count: count(outcomeName(point.operationId, point.outcome)) };
    });
    const events = EVENTS.map((event) => ({ event, count: count(eventName(event)) }));
    const faults = Object.keys(FAULTS).map((kind) => ({ kind, count: count(faultName(kind)) }));
    const points = [...outcomes, ...events, ...faults];
    const met = points.filter((point) => point.count > 0).length;
    const percent = Math.floor((100 * met) / points.length);
    return { percent, met, total: points.length, outcomes, events, faults };
  }

  #count(worldId: string, name: string): void {
    const ofWorld = this.#worlds.get(worldId) ?? new Map<string, number>();
    this.#worlds.set(worldId, ofWorld);
    for (const counts of [ofWorld, this.#all]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

function outcomeName(operationId: string | null, outcome: string): string {
  return `${operationId} ${outcome}`;
}

function eventName(event: string): string {
  return `event ${event}`;
}

function faultName(kind: string): string {
  return `fault ${kind}`;
}
