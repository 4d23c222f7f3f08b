import type { FaultCommand } from "../command.ts";
import type { NotificationEvent, WorldEvent } from "../event.ts";
import { effectOf, type FaultTerms, faultOfDelivery, faultProblems, faultsOfCall, MAX_FAULTS } from "../fault.ts";
import { deriveFaultId } from "../identity.ts";
import type { Instant } from "../instant.ts";
import { waitMs, withCall } from "../rate-limit.ts";
import type { SettingProblem } from "../settings.ts";
import type { World } from "../world.ts";
import { accept, type Deciders, reject } from "./decider.ts";

/** Faults are added, removed and applied: to deliveries when a notification is raised, to calls when they arrive. */
export const decideFaults: Deciders<FaultCommand["type"]> = {
  "add-fault": ({ world }, { terms, times }) => {
    const problems = termsProblems(world, terms);
    if (problems.length > 0) return reject({ type: "value-not-allowed", problems });
    if (world.faults.list.length >= MAX_FAULTS) return reject({ type: "faults-full", limit: MAX_FAULTS });
    const faultId = deriveFaultId(world.seed, world.faults.added + 1);
    const outcome = { type: "fault-added", faultId } as const;
    if (terms.kind === "rate-limit") return accept(outcome, { type: "FaultAdded", faultId, ...terms });
    return accept(outcome, { type: "FaultAdded", faultId, times, ...terms });
  },
  "apply-call-fault": ({ world, at }, { operationId }) => {
    const counted: WorldEvent[] = [];
    // A limit lets calls through to the faults that were added after it.
    for (const fault of faultsOfCall(world.faults, operationId)) {
      const { faultId, kind } = fault;
      if (kind !== "rate-limit") {
        const applied = { type: "FaultStruck", faultId, kind, operationId, remaining: fault.remaining - 1 } as const;
        return accept({ type: "call-fault-applied", fault }, ...counted, applied);
      }
      const retryAfterMs = waitMs(fault, at);
      if (retryAfterMs > 0)
        return accept({ type: "call-fault-applied", fault: { ...fault, retryAfterMs } }, ...counted);
      counted.push({ type: "CallCounted", faultId, operationId, ...withCall(fault, at, world.settings.timeZone) });
    }
    return counted.length === 0
      ? reject({ type: "no-call-fault", operationId })
      : accept({ type: "call-counted" }, ...counted);
  },
  "remove-fault": ({ world }, { faultId }) => {
    if (!world.faults.list.some((fault) => fault.faultId === faultId))
      return reject({ type: "fault-unknown", faultId });
    return accept({ type: "faults-removed", faultIds: [faultId] }, { type: "FaultsRemoved", faultIds: [faultId] });
  },
  "remove-faults": ({ world }) => {
    const faultIds = world.faults.list.map(({ faultId }) => faultId);
    const outcome = { type: "faults-removed", faultIds } as const;
    return faultIds.length === 0 ? accept(outcome) : accept(outcome, { type: "FaultsRemoved", faultIds });
  },
};

export function termsProblems(world: Readonly<World>, terms: FaultTerms): SettingProblem[] {
  return [...faultProblems(terms), ...referenceProblems(world, terms)];
}

/** A fault for a webhook that does not exist would never be applied. */
function referenceProblems({ webhooks }: Readonly<World>, terms: FaultTerms): SettingProblem[] {
  const webhookId = "webhookId" in terms ? terms.webhookId : undefined;
  if (webhookId === undefined || webhooks.get(webhookId)?.deleted === false) return [];
  return [{ at: "webhookId", message: `this world has no webhook "${webhookId}"` }];
}

/** Applies faults to the deliveries that a command raises, in the order of its events. */
export function withFaults(world: Readonly<World>, at: Instant, events: readonly WorldEvent[]): WorldEvent[] {
  const left = new Map(world.faults.list.map((fault) => [fault.faultId, "remaining" in fault ? fault.remaining : 0]));
  return events.flatMap((event) => (event.type === "NotificationRaised" ? withFault(event, world, at, left) : [event]));
}

function withFault(
  raised: NotificationEvent,
  { faults, settings }: Readonly<World>,
  at: Instant,
  left: Map<string, number>,
): WorldEvent[] {
  const applied: WorldEvent[] = [];
  const deliveries = raised.deliveries.map((delivery) => {
    const { deliveryId, webhookId } = delivery;
    const fault = faultOfDelivery(faults, { event: raised.name, webhookId }, left);
    if (fault === null) return delivery;
    const { faultId, kind } = fault;
    const remaining = (left.get(faultId) ?? 0) - 1;
    left.set(faultId, remaining);
    applied.push({ type: "FaultStruck", faultId, kind, deliveryId, remaining });
    return { ...delivery, fault: effectOf(fault, at, settings.timeZone) };
  });
  return [{ ...raised, deliveries }, ...applied];
}
