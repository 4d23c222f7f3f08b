import type { Wire } from "../../domain/notification.ts";
import type { Courier } from "../../outbound/courier.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import type { WorldId, WorldStore } from "../../store/world-store.ts";
import type { WorldDefaults } from "../fixture/compose-world.ts";
import type { Archivist } from "../history/archivist.ts";
import type { WallClock } from "../history/world-clock.ts";
import type { Memory } from "./memory.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";

/** What worlds need from outside. */
export interface Surroundings {
  readonly store: WorldStore;
  readonly wire: Wire;
  readonly wallClock: WallClock;
  /** The same, but it cannot be set; by default the wall clock is taken for one. */
  readonly steadyClock?: WallClock | undefined;
  readonly courier: Pick<Courier, "deliver">;
  /** Who e-mails one-time codes; without one they are in the worlds' mailboxes only. */
  readonly mailer?: Pick<Mailer, "send"> | undefined;
  /** What the worlds begin with that are made here. */
  readonly defaults?: WorldDefaults | undefined;
  /** Who writes down large worlds, where worlds are to be written down from time to time for a quick start. */
  readonly archivist?: Archivist | undefined;
  /** So many of its newest events a world can go back to. */
  readonly historyLimit?: number | undefined;
  /** Told at the start by how much the machine's clock is behind what the worlds were last written at. */
  readonly onClockBehind?: ((byMs: number) => void) | undefined;
  /** While it is full, nothing falls due in worlds whose clocks run. By default it is never full. */
  readonly memory?: Memory | undefined;
  /** Told when a world has stopped, or has to be read again from its keeper. */
  readonly onTrouble: (worldId: WorldId, error: unknown) => void;
  /** Told how attempts to deliver have ended, each once its end is durable. */
  readonly onAttempt?: ((attempt: RecordedAttempt) => void) | undefined;
  /** Told when a world could be read again after a time when it could not. */
  readonly onRecovery?: ((worldId: WorldId) => void) | undefined;
}
