import type { InstanceEvent } from "../event.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveInstance: Evolvers<InstanceEvent["type"]> = {
  WorldCreated(world, event) {
    world.seed = event.seed;
    world.settings = event.settings;
  },
  ClockSet(world, event) {
    world.clock = { mode: event.mode, rate: event.rate };
  },
  TimeReached() {
    // That the time was reached is all there is to it, and `evolve` writes it for every event.
  },
  SettingsChanged(world, event) {
    world.settings = event.settings;
  },
  RoutesSet(world, event) {
    world.routes = event.routes;
  },
};
