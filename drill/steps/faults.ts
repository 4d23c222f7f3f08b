import fc from "fast-check";
import type { ReceivedRequest } from "../../src/spec/generated/control-api.ts";
import { kind, type StepKind } from "./step.ts";

/** Something that the application has met, and what went wrong with it. */
export interface Pair {
  /** An operation, an operation with its outcome, or an event. */
  readonly subject: string;
  /** `none` where nothing did. */
  readonly fault: string;
}

export const FAULTY_OPERATIONS = [
  "initiateWithdrawal",
  "confirmWithdrawal",
  "cancelWithdrawal",
  "listWithdrawals",
  "getBalance",
  "resendOtp",
] as const;
type FaultyOperation = (typeof FAULTY_OPERATIONS)[number];

/** What can go wrong with a call, and how it is told. */
const CALL_FAULTS = {
  "answer lost": { fault: { kind: "lose-response" }, told: ["answer", "lost after the work"] },
  "504": { fault: { kind: "lose-response", status: 504 }, told: ["answer", "504 of a gateway, after the work"] },
  "connection reset": { fault: { kind: "reset" }, told: ["connection", "reset before the work"] },
  "502": { fault: { kind: "status", status: 502 }, told: ["answer", "502; nothing is done"] },
  "429": {
    fault: { kind: "status", status: 429, headers: { "Retry-After": "1" } },
    told: ["answer", "429, Retry-After 1; nothing is done"],
  },
  slow: { fault: { kind: "latency", delay: "PT0.6S" }, told: ["answer", "slow"] },
} as const;

type CallFault = keyof typeof CALL_FAULTS;

/** What loses money most often comes first; the keys of an object would begin with those that are numbers. */
export const CALL_FAULT_NAMES = ["answer lost", "connection reset", "504", "502", "429", "slow"] as const;

export const TOLD_EVENTS = [
  "charge.paid",
  "withdraw.completed",
  "dispute.chargeback",
  "charge.expired",
  "charge.pending",
  "subscription.charge.paid",
] as const;
type ToldEvent = (typeof TOLD_EVENTS)[number];

const DELIVERY_FAULTS = {
  "delivered twice": { kind: "duplicate-delivery" },
  "delivered late": { kind: "delay-delivery", delay: "PT30M" },
  overtaken: { kind: "reorder-deliveries", delay: "PT30M" },
} as const;

type DeliveryFault = keyof typeof DELIVERY_FAULTS;
export const DELIVERY_FAULT_NAMES = Object.keys(DELIVERY_FAULTS).filter(
  (name): name is DeliveryFault => name in DELIVERY_FAULTS,
);

/** Until one attempt of those after 5, 10, 20 and 40 seconds gets through; after the fifth the webhook is off. */
const OUTAGES_S = [4, 14, 34, 74, 120];

/** How many calls a fault applies to, and how many it lets through before. Half of the faults wait for a later call. */
type Place = readonly [times: number, after: number];
const PLACES: readonly Place[] = [
  [1, 0],
  [2, 0],
  [3, 0],
  [1, 1],
  [1, 1],
  [1, 2],
];

/** Less is not slow: a delay of nothing is the older fault, which takes the calls that a later one lets through. */
const SLOW_MS = 500;

/** Returns what went wrong with a call. */
export function faultOf({ fault, durationMs }: Pick<ReceivedRequest, "fault" | "durationMs">): typeof fault {
  return fault === "latency" && Number(durationMs) < SLOW_MS ? null : fault;
}

/** What can answer with a status is named by that. */
const ANSWERING: readonly (string | null)[] = ["status", "rate-limit", "lose-response"];

/** Returns how the drill names what went wrong: `none` for nothing. */
export function faultName(fault: string | null, status: number | null = null): string {
  if (fault === null) return "none";
  if (ANSWERING.includes(fault) && status !== null) return String(status);
  const isIt = (one: { readonly kind: string }) => one.kind === fault && !("status" in one);
  const ofCall = CALL_FAULT_NAMES.find((name) => isIt(CALL_FAULTS[name].fault));
  return ofCall ?? DELIVERY_FAULT_NAMES.find((name) => isIt(DELIVERY_FAULTS[name])) ?? fault;
}

/** One of the newest, or of the oldest, which a receiver may remember no more. */
export const redelivery = kind(1, fc.integer({ min: -4, max: 5 }), async (stage, nth) =>
  (await stage.redeliver(nth)) ? "An old delivery is made again." : null,
);

/** What goes wrong between the application and the platform. */
export const faultSteps: readonly StepKind[] = [
  // What is slow is slow for the drill, too, so that only steered worlds have it.
  callFault(
    9,
    fc.constantFrom(...FAULTY_OPERATIONS),
    fc.constantFrom(...CALL_FAULT_NAMES.filter((one) => one !== "slow")),
  ),
  deliveryFault(3, fc.constantFrom(...TOLD_EVENTS), fc.constantFrom(...DELIVERY_FAULT_NAMES)),
  kind(2, fc.integer({ min: 0, max: OUTAGES_S.length - 1 }), async (stage, longer) => {
    const seconds = OUTAGES_S[longer] ?? 0;
    if (!(await stage.clock.cutOff(seconds * 1_000))) return null;
    return `The receiver cannot be reached for ${seconds} s.`;
  }),
  redelivery,
];

/** Returns the step that makes the fault of a pair; of calls once or some times in a row, or of a later one. */
export function faultStep({ subject, fault }: Pair): StepKind {
  const operation = FAULTY_OPERATIONS.find((one) => one === subject);
  const ofCall = CALL_FAULT_NAMES.find((one) => one === fault);
  if (operation && ofCall) return callFault(1, fc.constant(operation), fc.constant(ofCall));
  const event = TOLD_EVENTS.find((one) => one === subject);
  const ofDelivery = DELIVERY_FAULT_NAMES.find((one) => one === fault);
  if (event && ofDelivery) return deliveryFault(1, fc.constant(event), fc.constant(ofDelivery));
  throw new Error(`no fault is called ${fault}`);
}

function callFault(weight: number, operation: fc.Arbitrary<FaultyOperation>, name: fc.Arbitrary<CallFault>): StepKind {
  const place = fc.constantFrom(...PLACES);
  return kind(weight, fc.record({ operation, name, place }), async (stage, { operation: operationId, name, place }) => {
    const [times, after]: Place = name === "slow" ? [1, 0] : place;
    const { fault, told } = CALL_FAULTS[name];
    const [subject, becomes] = told;
    if (after > 0) await stage.addFault({ kind: "latency", operationId, delay: "PT0S", times: after });
    await stage.addFault({ ...fault, operationId, times });
    if (times > 1) return `The ${subject}s of the next ${times} ${operationId} are ${becomes}.`;
    return `The ${subject} of the ${["next", "second next", "third next"][after]} ${operationId} is ${becomes}.`;
  });
}

function deliveryFault(weight: number, event: fc.Arbitrary<ToldEvent>, name: fc.Arbitrary<DeliveryFault>): StepKind {
  return kind(weight, fc.record({ event, name }), async (stage, { event, name }) => {
    await stage.addFault({ ...DELIVERY_FAULTS[name], event });
    return `The next ${event} is ${name}.`;
  });
}
