import type { Wire } from "../../domain/notification.ts";
import type { Courier } from "../../outbound/courier.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import type { Commit, WorldId, WorldStore } from "../../store/world-store.ts";
import type { Archivist } from "../history/archivist.ts";
import type { WallClock } from "../history/world-clock.ts";
import type { Memory } from "./memory.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";

export interface WorldDependencies {
  readonly store: WorldStore;
  readonly wire: Wire;
  readonly wallClock: WallClock;
  /** A clock like `wallClock` that cannot be set. By default the wall clock is used. */
  readonly steadyClock?: WallClock | undefined;
  readonly courier: Pick<Courier, "deliver">;
  /** Sends one-time codes by e-mail. Without it, codes are only in the worlds' mailboxes. */
  readonly mailer?: Pick<Mailer, "send"> | undefined;
  /** Saves snapshots of large worlds. Without one no snapshots are saved for a quick startup. */
  readonly archivist?: Archivist | undefined;
  /** Minimum number of newest events that a world can go back to. */
  readonly historyLimit?: number | undefined;
  /** While memory is full, nothing falls due in worlds whose clocks run. By default it is never full. */
  readonly memory?: Memory | undefined;
  /** Lets a few worlds be replayed at a time, as each takes memory twice while it is replayed. By default any number is. */
  readonly replays?: { always<T>(replay: () => Promise<T>): Promise<T> } | undefined;
  /** Is called when a world has stopped or must be read again from its store. */
  readonly onTrouble: (worldId: WorldId, error: unknown) => void;
  /** Is called with the result of each delivery attempt, once it is durable. */
  readonly onAttempt?: ((attempt: RecordedAttempt) => void) | undefined;
  /** Is called with each commit, once it is durable. `seed`: the world's, from which its codes follow. */
  readonly onCommit?: ((worldId: WorldId, seed: string, commit: Commit) => void) | undefined;
  /** Is called when a world that could not be read is resumed. */
  readonly onRecovery?: ((worldId: WorldId) => void) | undefined;
}
