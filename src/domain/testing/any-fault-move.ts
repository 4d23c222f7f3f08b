import fc from "fast-check";
import type { Command } from "../command.ts";
import type { CallFaultKind, FaultTerms, WebhookFaultKind } from "../fault.ts";
import type { FaultHeaders } from "../fault-headers.ts";
import { commanded, drawn, named, which } from "./any-pick.ts";
import type { Move } from "./moves.ts";

/** The world does not know what operations there are. */
const operationId = fc.constantFrom("getBalance", "initiateWithdrawal");
const byKind = {
  status: fc.record(
    {
      kind: fc.constant("status"),
      operationId,
      status: fc.constantFrom(400, 503),
      headers: fc.constantFrom<FaultHeaders>({ "Retry-After": "2" }, { "Content-Length": "2" }),
    },
    { requiredKeys: ["kind", "operationId", "status"] },
  ),
  "rate-limit": fc.record(
    {
      kind: fc.constant("rate-limit"),
      requests: fc.integer({ min: 1, max: 3 }),
      per: fc.constantFrom("PT1M", "P1M", "PT0S"),
      operationId,
    },
    { requiredKeys: ["kind", "requests", "per"] },
  ),
  latency: fc.record({ kind: fc.constant("latency"), operationId, delay: fc.constantFrom("PT1S", "PT121S", "P1M") }),
  reset: fc.record({ kind: fc.constant("reset"), operationId }),
  "lose-response": fc.record({ kind: fc.constant("lose-response"), operationId }),
} satisfies Record<CallFaultKind, fc.Arbitrary<FaultTerms>>;
const callFault = fc.oneof(...Object.values(byKind));

/** Webhooks are picked by number; null stands for all of them. */
const filters = {
  event: fc.constantFrom(undefined, undefined, "charge.paid", "charge.pending"),
  webhook: fc.option(which, { freq: 2 }),
};
const delay = fc.constantFrom("PT0S", "PT3S", "PT7S", "PT1M", "P1M", "soon");
const times = fc.constantFrom(1, 1, 2, 5);

const deliveryKinds = {
  "duplicate-delivery": fc.constant("duplicate-delivery"),
  "delay-delivery": fc.constant("delay-delivery"),
  "reorder-deliveries": fc.constant("reorder-deliveries"),
} satisfies Record<WebhookFaultKind, fc.Arbitrary<WebhookFaultKind>>;
const deliveryFault = fc.record({
  do: named("disturb-deliveries"),
  kind: fc.oneof(...Object.values(deliveryKinds)),
  delay,
  times,
  ...filters,
});
const added = fc.record({ type: fc.constant("add-fault" as const), terms: callFault, times });
const applied = fc.record({ type: fc.constant("apply-call-fault" as const), operationId });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: added },
  { weight: 3, arbitrary: applied },
  { weight: 1, arbitrary: fc.constant<Command>({ type: "remove-faults" }) },
);

/** What is ordered to go wrong, now and then for what is not there; and what meets it. */
export const anyFaultMove: fc.Arbitrary<Move> = fc.oneof(
  drawn(6, commanded(command)),
  drawn(4, deliveryFault),
  drawn(1, fc.record({ do: named("remove-fault"), which })),
);

/** Faults and limits of calls, and calls that meet them, at once and later. */
export const manyCalls: fc.Arbitrary<Move[]> = fc
  .tuple(fc.array(added, { minLength: 1, maxLength: 3 }), fc.array(applied, { minLength: 3, maxLength: 6 }))
  .map(([faults, calls]): Move[] => [
    ...[...faults, ...calls].map((one): Move => ({ do: "command", command: one })),
    { do: "advance", by: "PT30S" },
    ...calls.map((one): Move => ({ do: "command", command: one })),
    { do: "advance", by: "PT30S" },
    ...calls.map((one): Move => ({ do: "command", command: one })),
    { do: "command", command: { type: "remove-faults" } },
  ])
  .map((moves) => structuredClone(moves));
