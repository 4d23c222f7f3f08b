import type { Command } from "../domain/command.ts";
import type { Instant } from "../domain/instant.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { World } from "../domain/world.ts";
import type { Beside, Position } from "../store/world-store.ts";
import type { Chronicle } from "./history/chronicle.ts";

/** A world at one moment, to be looked at within one synchronous block. */
export interface Moment {
  readonly world: Readonly<World>;
  /** What its clock shows; the last fact may be older. */
  readonly at: Instant;
  readonly position: Position;
  /** What its history says of itself. */
  readonly chronicle: Readonly<Chronicle>;
}

/** A moment in which commands can be carried out, all at the same instant. */
export interface Transaction extends Moment {
  run(command: Command, beside?: Beside): Outcome;
}
