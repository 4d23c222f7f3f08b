import { cancelDelivery } from "../delivery.ts";
import type { HistoryEvent, InstanceEvent } from "../event.ts";
import { noFaults } from "../fault.ts";
import { idKinds } from "../identity.ts";
import { withDefaults } from "../settings.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveInstance: Evolvers<(InstanceEvent | HistoryEvent)["type"]> = {
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
  BookmarkSet() {
    // Bookmarks belong to the history, not to the world at one position.
  },
  BookmarkRemoved() {
    // As above.
  },
  /** Applied to the world as it was at the position `to`. */
  WorldRewound(world, { epoch, deliveries, clock, routes, faults = noFaults, webhookUrls }) {
    // A new epoch generates new ids; a reset generates those of the beginning again.
    if (epoch !== world.epoch) for (const kind of idKinds) world.minted[kind] = 0;
    world.epoch = epoch;
    world.clock = { ...clock };
    // Only an administrator decides what lets the server connect to its own network, so a rewind does not bring it
    // back.
    world.routes = routes;
    world.settings = { ...world.settings, webhookUrls };
    // Faults survive a rewind.
    world.faults = faults;
    if (deliveries === "cancel") for (const delivery of world.deliveries.values()) cancelDelivery(world, delivery);
  },
};
