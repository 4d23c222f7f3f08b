import { Permits } from "../slices/permits.ts";
import { Conflict } from "../store/world-store.ts";
import type { InvalidFixture } from "./beginning/fixture/parse-fixture.ts";
import type { BeginningDependencies, WorldBeginning } from "./beginning/world-beginning.ts";
import { restOf } from "./history/world-rest.ts";
import { Unavailable } from "./unavailable.ts";
import { assertRoom, type Memory } from "./world/memory.ts";

/** Making a world takes memory twice, so others wait. With two, one is made while the other is stored. */
const MAX_MADE = 2;
const MAX_WAITING_TO_BE_MADE = 100;

export interface MakingDependencies extends BeginningDependencies {
  readonly memory?: Memory | undefined;
}

/**
 * Makes worlds and stores them, each as a whole or not at all. A few are made at a time, first come, first served: made all
 * together, none would be ready for long. Throws `Unavailable`, also if memory is or becomes full, or `gone` is aborted
 * before the world is made.
 */
export class WorldMaking {
  readonly #permits = new Permits(MAX_MADE);
  readonly #dependencies: MakingDependencies;
  readonly #assertOpen: () => void;

  constructor(dependencies: MakingDependencies, assertOpen: () => void) {
    this.#dependencies = dependencies;
    this.#assertOpen = assertOpen;
  }

  /** Makes and stores what `begin` returns, or returns a fixture's problems. Throws `Conflict` if its id is taken. */
  async make<T extends WorldBeginning | InvalidFixture>(
    begin: (dependencies: BeginningDependencies) => Promise<T>,
    gone: AbortSignal = new AbortController().signal,
  ): Promise<T> {
    this.#assertOpen();
    if (this.#permits.waiting >= MAX_WAITING_TO_BE_MADE) {
      throw new Unavailable(`${MAX_WAITING_TO_BE_MADE} worlds are waiting to be made already; try again`);
    }
    const betweenSlices = () => {
      assertRoom(this.#dependencies.memory);
      if (gone.aborted) throw callerGone();
    };
    const made = await this.#permits.run(async () => {
      this.#assertOpen();
      betweenSlices();
      const beginning = await begin({ ...this.#dependencies, betweenSlices });
      if (!("problems" in beginning)) await this.#store(beginning);
      return beginning;
    }, gone);
    if (made === null) throw callerGone();
    return made;
  }

  async #store({ entry, begun, kept }: WorldBeginning): Promise<void> {
    try {
      await this.#dependencies.store.create(entry, kept, restOf(begun));
    } catch (cause) {
      if (cause instanceof Conflict) throw cause;
      throw new Unavailable("the sandbox could not write to its store; no world was made", { cause });
    }
  }
}

function callerGone(): Unavailable {
  return new Unavailable("the client disconnected before the world was made");
}
