import { cancelDelivery } from "../delivery.ts";
import type { HistoryEvent } from "../event.ts";
import { noFaults } from "../fault.ts";
import { idKinds } from "../identity.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveHistory: Evolvers<HistoryEvent["type"]> = {
  BookmarkSet() {
    // Bookmarks belong to the history, not to what the world is at one place of it.
  },
  BookmarkRemoved() {
    // As above.
  },
  /** Applied to the world as it was at `to`. */
  WorldRewound(world, { epoch, deliveries, clock, routes, faults = noFaults, webhookUrls }) {
    // Identifiers of a new epoch are new ones; a reset begins again as the world began.
    if (epoch !== world.epoch) for (const kind of idKinds) world.minted[kind] = 0;
    world.epoch = epoch;
    world.clock = { ...clock };
    // What lets the server reach into its own network is an administrator's to say, whatever was said there once.
    world.routes = routes;
    world.settings = { ...world.settings, webhookUrls };
    // What was ordered to go wrong still will, wherever the world goes on from.
    world.faults = faults;
    if (deliveries === "cancel") for (const delivery of world.deliveries.values()) cancelDelivery(world, delivery);
  },
};
