import { type Commit, lastPosition, type Position, type WorldId } from "../../store/world-store.ts";
import { WrappedStore } from "./wrapped-store.ts";

/** A store that another process writes to as well: before an append another commit takes its place. */
export class ConflictingStore extends WrappedStore {
  #times = 0;

  /** Before each of the next `times` appends the other process notes that the time was reached. */
  meddle(times: number): void {
    this.#times = times;
  }

  override async append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    if (this.#times > 0) {
      this.#times -= 1;
      await this.#interfere(id);
    }
    await this.inner.append(id, after, commits);
  }

  async #interfere(id: WorldId): Promise<void> {
    let last: Commit | undefined;
    for await (const commit of this.inner.read(id, 0)) last = commit;
    if (last === undefined) throw new Error("a world begins with an event");
    const end = lastPosition(last);
    const { at, wall } = last;
    await this.inner.append(id, end, [
      { first: end + 1, at, events: [{ type: "TimeReached" }], wall: { at: wall.at } },
    ]);
  }
}
