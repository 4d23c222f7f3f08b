import type { Measured } from "../attempt.ts";
import type { EventOf, EventType } from "../event.ts";
import type { Instant } from "../instant.ts";
import type { World } from "../world.ts";

/** Applies an event of type `T` to the world. The same events must always give the same world. */
export type Evolver<T extends EventType> = (world: World, event: EventOf<T>, at: Instant, measured: Measured) => void;
export type Evolvers<T extends EventType> = { readonly [K in T]: Evolver<K> };
