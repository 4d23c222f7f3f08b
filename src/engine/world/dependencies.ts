import type { Wire } from "../../domain/notification.ts";
import type { Courier } from "../../outbound/courier.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import type { WorldId, WorldStore } from "../../store/world-store.ts";
import type { Archivist } from "../history/archivist.ts";
import type { WallClock } from "../history/world-clock.ts";
import type { Memory } from "./memory.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";

/** What a world at work needs from outside. */
export interface WorldDependencies {
  readonly store: WorldStore;
  readonly wire: Wire;
  readonly wallClock: WallClock;
  /** The same, but it cannot be set; by default the wall clock is taken for one. */
  readonly steadyClock?: WallClock | undefined;
  readonly courier: Pick<Courier, "deliver">;
  /** Sends one-time codes by e-mail; without one they are in the worlds' mailboxes only. */
  readonly mailer?: Pick<Mailer, "send"> | undefined;
  /** Saves snapshots of large worlds. Without one no snapshots are saved for a quick startup. */
  readonly archivist?: Archivist | undefined;
  /** How many of its newest events a world can go back to at least. */
  readonly historyLimit?: number | undefined;
  /** While it is full, nothing falls due in worlds whose clocks run. By default it is never full. */
  readonly memory?: Memory | undefined;
  /** Told when a world has stopped, or has to be read again from its store. */
  readonly onTrouble: (worldId: WorldId, error: unknown) => void;
  /** Told how each attempt to deliver has ended, once that is durable. */
  readonly onAttempt?: ((attempt: RecordedAttempt) => void) | undefined;
  /** Told when a world that could not be read is resumed. */
  readonly onRecovery?: ((worldId: WorldId) => void) | undefined;
}
