import type { Coverage, Delivery, ReceivedRequest } from "../src/spec/generated/control-api.ts";
import {
  CALL_FAULT_NAMES,
  DELIVERY_FAULT_NAMES,
  FAULTY_OPERATIONS,
  faultName,
  faultOf,
  type Pair,
  TOLD_EVENTS,
} from "./steps/faults.ts";
import { situations } from "./steps/situations.ts";

const CALL_PAIRS: readonly Pair[] = CALL_FAULT_NAMES.flatMap((fault) =>
  FAULTY_OPERATIONS.map((subject) => ({ subject, fault })),
);
const EVENT_PAIRS: readonly Pair[] = DELIVERY_FAULT_NAMES.flatMap((fault) =>
  TOLD_EVENTS.map((subject) => ({ subject, fault })),
);

/** Pairs that no call shows: they are tried in their turn only. */
const SITUATION_PAIRS: readonly Pair[] = Object.keys(situations).map((subject) => ({ subject, fault: "none" }));

/** The pairs that worlds begin with until each was met, those of calls, of deliveries and of situations by turns. */
export const STEERED: readonly Pair[] = CALL_PAIRS.flatMap((pair, index) => [
  pair,
  ...EVENT_PAIRS.slice(index, index + 1),
  ...SITUATION_PAIRS.slice(index, index + 1),
]);

type AnsweredCall = Pick<ReceivedRequest, "operationId" | "outcome" | "fault" | "status" | "durationMs">;

/** Counts the pairs that worlds have met. */
export class Pairs {
  readonly #hasReceiver: boolean;
  /** How often each subject was met with each fault. */
  readonly #met = new Map<string, Map<string, number>>();
  /** How often a pair had its turn, and a subject with any fault. */
  readonly #tries = new Map<Pair | string, number>();

  constructor(hasReceiver: boolean) {
    this.#hasReceiver = hasReceiver;
  }

  learn(requests: readonly AnsweredCall[], deliveries: readonly Delivery[]): void {
    for (const request of requests) {
      const { operationId, outcome, status } = request;
      if (operationId === null) continue;
      const fault = faultName(faultOf(request), status);
      this.#add({ subject: operationId, fault });
      if (outcome !== null) this.#add({ subject: `${operationId} ${outcome}`, fault });
    }
    for (const { event, fault, attempts, state } of deliveries) {
      this.#add({ subject: event, fault: faultName(fault) });
      if (attempts.some(({ httpStatus }) => httpStatus === null)) this.#add({ subject: event, fault: "cut off" });
      if (state === "FAILED" || state === "CANCELLED") this.#add({ subject: event, fault: "lost for good" });
    }
  }

  #add({ subject, fault }: Pair): void {
    const faults = this.#met.get(subject) ?? new Map<string, number>();
    this.#met.set(subject, faults.set(fault, (faults.get(fault) ?? 0) + 1));
  }

  count({ subject, fault }: Pair): number {
    return this.#met.get(subject)?.get(fault) ?? 0;
  }

  counted(pair: Pair): CountedPair {
    const count = this.count(pair);
    const lacking = this.#met.has(pair.subject) ? "not yet" : "never had";
    return { ...pair, count, missing: count > 0 ? null : lacking };
  }

  /**
   * Returns the number of the next steered pair: the first that was not met nor tried in vain; when there is none, the next
   * from `from` on. A slow answer is slow for the drill, too: once met, it has few turns.
   */
  steered(from: number): number {
    const start = from % STEERED.length;
    const order = [...STEERED.slice(start), ...STEERED.slice(0, start)];
    const unmet = STEERED.find((pair) => this.count(pair) === 0 && !this.#isInVain(pair));
    const pair = unmet ?? order.find((one) => one.fault !== "slow" || this.count(one) * SLOW_EVERY <= from);
    if (pair === undefined) return start;
    for (const tried of [pair, pair.subject]) this.#tries.set(tried, (this.#tries.get(tried) ?? 0) + 1);
    return STEERED.indexOf(pair);
  }

  /** What an application never does, such as cancel, is not tried with each fault. */
  #isInVain(pair: Pair): boolean {
    if (!this.#hasReceiver && EVENT_PAIRS.includes(pair)) return true;
    return (this.#tries.get(this.#met.has(pair.subject) ? pair : pair.subject) ?? 0) >= MAX_TRIES;
  }
}

/** A slow answer of an operation comes once in this many steered worlds. */
const SLOW_EVERY = 1_000;

/** How often a pair is tried before all others have their turn again. */
const MAX_TRIES = 2;

export interface CountedPair extends Pair {
  readonly count: number;
  /** Why it was not met: the application never had such a call, answer or event, or it needs more worlds. */
  readonly missing: "never had" | "not yet" | null;
}

/** Returns every pair that there is, with how often it was met. */
export function pairTable(pairs: Pairs, { outcomes }: Coverage): readonly CountedPair[] {
  const faulty: readonly string[] = FAULTY_OPERATIONS;
  const withOutcome = outcomes.filter(({ operationId }) => faulty.includes(operationId));
  const all: readonly Pair[] = [
    ...withOutcome.flatMap(({ operationId, outcome }) =>
      ["none", "answer lost", "slow"].map((fault) => ({ subject: `${operationId} ${outcome}`, fault })),
    ),
    ...FAULTY_OPERATIONS.flatMap((subject) =>
      ["connection reset", "502", "504", "429"].map((fault) => ({ subject, fault })),
    ),
    ...TOLD_EVENTS.flatMap((subject) =>
      ["none", ...DELIVERY_FAULT_NAMES, "cut off", "lost for good"].map((fault) => ({ subject, fault })),
    ),
  ];
  return all.map((pair) => pairs.counted(pair));
}
