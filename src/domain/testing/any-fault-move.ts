import fc from "fast-check";
import type { Command } from "../command.ts";
import type { FaultTerms } from "../fault.ts";
import type { FaultHeaders } from "../fault-headers.ts";
import { commanded, drawn, named, which } from "./any-pick.ts";
import type { Move } from "./moves.ts";

/** The world does not know what operations there are. */
const operationId = fc.constantFrom("getBalance", "initiateWithdrawal");
const callFault: fc.Arbitrary<FaultTerms> = fc.oneof(
  fc.record(
    {
      kind: fc.constant("status" as const),
      operationId,
      status: fc.constantFrom(400, 503),
      headers: fc.constantFrom<FaultHeaders>({ "Retry-After": "2" }, { "Content-Length": "2" }),
    },
    { requiredKeys: ["kind", "operationId", "status"] },
  ),
  fc.record(
    {
      kind: fc.constant("rate-limit" as const),
      requests: fc.integer({ min: 1, max: 3 }),
      per: fc.constantFrom("PT1M", "P1M", "PT0S"),
      operationId,
    },
    { requiredKeys: ["kind", "requests", "per"] },
  ),
  fc.record({ kind: fc.constant("latency" as const), operationId, delay: fc.constantFrom("PT1S", "PT121S", "P1M") }),
  fc.record({ kind: fc.constantFrom("reset" as const, "lose-response" as const), operationId }),
);

/** Webhooks are picked by number; null stands for all of them. */
const filters = {
  event: fc.constantFrom(undefined, undefined, "charge.paid", "charge.pending"),
  webhook: fc.option(which, { freq: 2 }),
};
const delay = fc.constantFrom("PT0S", "PT3S", "PT7S", "PT1M", "P1M", "soon");
const times = fc.constantFrom(1, 1, 2, 5);

const deliveryFault = fc.record({
  do: named("disturb-deliveries"),
  kind: fc.constantFrom("duplicate-delivery", "delay-delivery", "reorder-deliveries"),
  delay,
  times,
  ...filters,
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant("add-fault" as const), terms: callFault, times }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("apply-call-fault" as const), operationId }) },
  { weight: 1, arbitrary: fc.constant<Command>({ type: "remove-faults" }) },
);

/** What is ordered to go wrong, now and then for what is not there; and what meets it. */
export const anyFaultMove: fc.Arbitrary<Move> = fc.oneof(
  drawn(6, commanded(command)),
  drawn(4, deliveryFault),
  drawn(1, fc.record({ do: named("remove-fault"), which })),
);
