import type { FaultEvent } from "../event.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveFaults: Evolvers<FaultEvent["type"]> = {
  FaultAdded(world, { type: _, ...terms }, createdAt) {
    const { added, list } = world.faults;
    world.faults = { added: added + 1, list: [...list, { ...terms, createdAt, remaining: terms.times }] };
  },
  FaultStruck(world, { faultId, remaining }) {
    const list = world.faults.list.map((fault) => (fault.faultId === faultId ? { ...fault, remaining } : fault));
    world.faults = { ...world.faults, list: list.filter((fault) => fault.remaining > 0) };
  },
  FaultsRemoved(world, { faultIds }) {
    const list = world.faults.list.filter(({ faultId }) => !faultIds.includes(faultId));
    world.faults = { ...world.faults, list };
  },
};
