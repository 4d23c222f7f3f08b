import type { Instant } from "../../domain/instant.ts";
import type { OthersClaim, Position, TurnChanges, Turns, WorldId } from "../../store/world-store.ts";

/** Who makes which attempts of a world that several processes share, as the last turn told, and what this one changes. */
export class Claims {
  readonly #turns: Turns;
  readonly #worldId: WorldId;
  readonly #onChange: () => void;
  #others: ReadonlyMap<string, number> = new Map();
  #begun: string[] = [];
  #ended: string[] = [];
  #takesAll = false;
  #isEnding = false;
  #pause: Instant | "announced" | null | undefined;
  #forget: TurnChanges["forget"];

  /** `onChange` is called when something was claimed or paused, which the turn under way must make durable. */
  constructor(turns: Turns, worldId: WorldId, onChange: () => void) {
    this.#turns = turns;
    this.#worldId = worldId;
    this.#onChange = onChange;
  }

  /** Notes what others make. */
  follow(others: readonly OthersClaim[]): void {
    this.#others = new Map(others.map(({ deliveryId, until }) => [deliveryId, until]));
  }

  /** Returns until when another process makes an attempt, by the store's clock; null if none does. */
  othersUntil(deliveryId: string): number | null {
    return this.#others.get(deliveryId) ?? null;
  }

  /** When the first of the others' claims ends unless it is extended, by the store's clock; null if there are none. */
  get othersEndAt(): number | null {
    return this.#others.size === 0 ? null : Math.min(...this.#others.values());
  }

  begin(deliveryId: string): void {
    this.#begun.push(deliveryId);
    this.#onChange();
  }

  end(deliveryId: string): void {
    this.#ended.push(deliveryId);
  }

  /** Leaves an attempt that was not made to whoever comes first, be it one who has paused the clock and waits for it. */
  giveUp(deliveryId: string): void {
    // When the process ends, its store gives back what it has claimed, and tells the others.
    if (!this.#isEnding) this.end(deliveryId);
  }

  /** The world is about to end in this process. */
  beginToEnd(): void {
    this.#isEnding = true;
  }

  /** Takes all attempts from all who make them, since the world has gone back. */
  takeAll(): void {
    this.#takesAll = true;
    this.#others = new Map();
  }

  /** Pauses the clock for all processes at a time of the world, announces that, or ends the pause. */
  pause(at: Instant | "announced" | null): void {
    this.#pause = at;
    this.#onChange();
  }

  /** Forgets the beginning of the history with this turn. */
  forget(upTo: Position, keep: ReadonlySet<Position>): void {
    this.#forget = { upTo, keep };
    this.#onChange();
  }

  /** Returns what has changed since the last call, or null. */
  drain(): TurnChanges | null {
    const changes = {
      begun: this.#begun,
      ended: this.#ended,
      takesAll: this.#takesAll,
      pause: this.#pause,
      forget: this.#forget,
    };
    this.#pause = undefined;
    this.#forget = undefined;
    this.#begun = [];
    this.#ended = [];
    this.#takesAll = false;
    const { begun, ended, takesAll, pause, forget } = changes;
    const isSome = begun.length > 0 || ended.length > 0 || takesAll || pause !== undefined || forget !== undefined;
    return isSome ? changes : null;
  }

  /** Asks the store whether an attempt is still this process's to make. */
  isMine(deliveryId: string): Promise<boolean> {
    return this.#turns.isClaimed(this.#worldId, deliveryId);
  }
}
