import type { Instant } from "../../domain/instant.ts";
import { nextSlice } from "../../slices/step-by-step.ts";
import type { HistoryPlace } from "../history/past.ts";
import { unwritten, WorldMoved } from "../unavailable.ts";
import { admissions } from "./admission.ts";
import { type LoadedWorld, wakesAt } from "./loaded-world.ts";
import type { CommandEvents } from "./machine.ts";
import { AttemptRounds, Unsettled } from "./rounds.ts";
import type { WorldWriter } from "./world-writer.ts";

/** An advance of a world's clock. The clock is paused from `begin` to `end`: nothing happens in the world by itself. */
export class ClockAdvance {
  readonly #writer: WorldWriter;
  #hasPaused = false;

  constructor(writer: WorldWriter) {
    this.#writer = writer;
  }

  /**
   * Begins at an instant, or again after the world was read again; must be called in a transaction. Calls `onFired` with each
   * step that happens by itself. Throws `ClockBusy` if the clock is paused already.
   */
  begin(at: Instant, onFired: (step: CommandEvents) => void): void {
    if (!this.#hasPaused) this.#writer.time.pause(at);
    this.#hasPaused = true;
    this.#writer.advance = { onFired, rounds: new AttemptRounds() };
  }

  /** Resumes the clock from the world's time, if this advance has paused it. */
  async end(): Promise<void> {
    const writer = this.#writer;
    if (!this.#hasPaused) return;
    await writer.admit(admissions.upkeep, ({ machine }) => {
      writer.advance = undefined;
      writer.time.resume(machine.world);
    });
  }

  /**
   * Does a slice of what is due by `until`, attempts included, and finishes each instant before the next. Resolves, when the
   * slice is durable, with null if more may be due. When all is done, records in the same block that `until` was reached, so
   * that nothing new can fall due before it, and resolves with that place. Once `mayGoOn` returns false, finishes the present
   * instant and resolves with the place there. Throws `Unsettled` if an instant never ends.
   */
  async workTowards(until: Instant, mayGoOn: () => boolean): Promise<HistoryPlace | null> {
    try {
      const { result, durable } = await this.#writer.admit(admissions.advance, (loaded) =>
        this.#workSlice(loaded, until, mayGoOn),
      );
      await result.wave;
      await durable;
      if (!result.mayBeMore) return result.place;
    } catch (error) {
      throw inAdvance(error);
    }
    await nextSlice();
    return null;
  }

  #workSlice(loaded: LoadedWorld, until: Instant, mayGoOn: () => boolean) {
    const { advance, now } = this.#writer;
    // The events that the advance counted were discarded with the old state.
    if (advance === undefined) throw unwritten("the world was read again while its clock was advanced");
    const { machine, dispatcher } = loaded;
    const isLeft = () => (wakesAt(loaded) ?? Number.POSITIVE_INFINITY) <= until;
    const end = () => (mayGoOn() || !isLeft() ? until : this.#writer.now);
    // Overdue items happen now, never at a time before the world's time.
    const limit = () => Math.min(end(), Math.max(now, dispatcher.nextAttemptAt ?? until));
    const isCutShort = machine.fireSlice(limit);
    if (!isCutShort) machine.reach(limit());
    const place = { position: machine.position, at: machine.world.at };
    const wave = isCutShort ? null : dispatcher.makeWave(place.at, advance.rounds);
    return { place, wave, mayBeMore: isCutShort || wave !== null };
  }
}

/** An advance that has begun must not begin again where the world is now. */
function inAdvance(error: unknown): unknown {
  if (error instanceof Unsettled) return error;
  const told = unwritten(error);
  return told instanceof WorldMoved ? unwritten("the world moved while its clock was advanced") : told;
}
