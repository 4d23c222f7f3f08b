import type { Command } from "../../domain/command.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Outcome } from "../../domain/outcome.ts";
import type { World } from "../../domain/world.ts";
import type { Position, WallData } from "../../store/world-store.ts";
import type { Chronicle } from "../history/chronicle.ts";
import type { Present } from "../history/past.ts";
import type { LoadedWorld } from "./loaded-world.ts";

/** A world within one synchronous block. `at` is the time on its clock; the last event may be older. */
export interface Moment extends Present {
  readonly world: Readonly<World>;
}

/** Returns a copy that stays as it is when the world continues, except for `world` itself. */
export function momentOf({ world, at, position, chronicle }: Moment): Moment {
  return { world, at, position, chronicle };
}

/** A moment in which commands can run, all at the same instant. */
export class Transaction implements Moment {
  readonly world: Readonly<World>;
  readonly at: Instant;
  readonly chronicle: Readonly<Chronicle>;
  readonly #loaded: Pick<LoadedWorld, "machine" | "chronicle">;
  readonly #traceparent: string | undefined;

  constructor(loaded: Pick<LoadedWorld, "machine" | "chronicle">, at: Instant, traceparent?: string) {
    this.world = loaded.machine.world;
    this.at = at;
    this.chronicle = loaded.chronicle;
    this.#loaded = loaded;
    this.#traceparent = traceparent;
  }

  get position(): Position {
    return this.#loaded.machine.position;
  }

  /** Returns the same for a call that belongs to a trace. */
  tracedBy(traceparent: string | undefined): Transaction {
    return traceparent === undefined ? this : new Transaction(this.#loaded, this.at, traceparent);
  }

  readonly run = (command: Command, beside?: WallData): Outcome => {
    const traceparent = this.#traceparent;
    return this.#loaded.machine.run(command, this.at, traceparent === undefined ? beside : { ...beside, traceparent });
  };
}
