import type { FaultEvent } from "../event.ts";
import type { Fault } from "../fault.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveFaults: Evolvers<FaultEvent["type"]> = {
  FaultAdded(world, { type: _, ...terms }, createdAt) {
    const { added, list } = world.faults;
    const fault: Fault =
      terms.kind === "rate-limit"
        ? { ...terms, createdAt, window: null }
        : { ...terms, createdAt, remaining: terms.times };
    world.faults = { added: added + 1, list: [...list, fault] };
  },
  CallCounted(world, { faultId, since, endsAt, used }) {
    const list = world.faults.list.map((fault) => {
      return fault.faultId === faultId ? { ...fault, window: { since, endsAt, used } } : fault;
    });
    world.faults = { ...world.faults, list };
  },
  FaultStruck(world, { faultId, remaining }) {
    const list = world.faults.list.map((fault) => (fault.faultId === faultId ? { ...fault, remaining } : fault));
    world.faults = { ...world.faults, list: list.filter((fault) => !("remaining" in fault) || fault.remaining > 0) };
  },
  FaultsRemoved(world, { faultIds }) {
    const list = world.faults.list.filter(({ faultId }) => !faultIds.includes(faultId));
    world.faults = { ...world.faults, list };
  },
};
