import type { InstanceEvent } from "../event.ts";
import { withDefaults } from "../settings.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveInstance: Evolvers<InstanceEvent["type"]> = {
  WorldCreated(world, event) {
    world.seed = event.seed;
    world.settings = withDefaults(event.settings);
  },
  ClockSet(world, event) {
    world.clock = { mode: event.mode, rate: event.rate };
  },
  TimeReached() {
    // `evolve` sets the time for every event; this one does nothing else.
  },
  SettingsChanged(world, event) {
    world.settings = withDefaults(event.settings);
  },
  RoutesSet(world, event) {
    world.routes = event.routes;
  },
};
