import type { Sighting } from "../description/judge.ts";
import type { OverlayChange } from "../report/verdict.ts";

/** A sighting, with what an overlay could say of it. */
export interface Entry extends Sighting {
  readonly change?: OverlayChange;
}

/** What all contracts of a run have seen of the nodes that the description assumes. */
export class Journal {
  readonly #entries = new Map<string, Entry[]>();

  add(entry: Entry): void {
    const key = entry.path.join("/");
    const known = this.#entries.get(key) ?? [];
    if (known.some((other) => isSaidBy(entry, other))) return;
    this.#entries.set(key, [...known.filter((other) => !isSaidBy(other, entry)), entry]);
  }

  /** What was seen of the nodes whose path fits; each difference once. */
  of(fits: (path: readonly string[]) => boolean): readonly Entry[] {
    return [...this.#entries.values()].flat().filter(({ path }) => fits(path));
  }
}

/** Whether another entry says the same, or more: what an overlay can say may be found out only when it is seen again. */
function isSaidBy({ differs, change }: Entry, other: Entry): boolean {
  const isShorter = differs !== undefined && other.differs?.endsWith(`: ${differs}`);
  const isSame = differs === other.differs;
  return change === undefined ? isSame || isShorter === true : isSame && isSameChange(change, other.change);
}

function isSameChange(a: OverlayChange, b: OverlayChange | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
