import type { Chance } from "./chance.ts";
import type { FakeFile } from "./fake-file.ts";

export type FakeNode = FakeFile | FakeFolder;
/** What a change of entries does, all of it at a time: the node of each name, or that there is none any more. */
type Change = ReadonlyMap<string, FakeNode | null>;

/** A folder's entries as processes see them, and as they would be after a loss of power. */
export class FakeFolder {
  readonly #seen = new Map<string, FakeNode>();
  #kept = new Map<string, FakeNode>();
  #unsynced: Change[] = [];

  get names(): string[] {
    return [...this.#seen.keys()];
  }

  get(name: string): FakeNode | undefined {
    return this.#seen.get(name);
  }

  change(change: Change): void {
    for (const [name, node] of change) put(this.#seen, name, node);
    this.#unsynced.push(change);
  }

  sync(): void {
    this.#kept = new Map(this.#seen);
    this.#unsynced = [];
  }

  /** Removes all that is in it, bit by bit. */
  empty(): void {
    for (const [name, node] of this.#seen) {
      if (node instanceof FakeFolder) node.empty();
      this.change(new Map([[name, null]]));
    }
  }

  /** What is left after a loss of power: of the changes that were not durable any may be there or not. */
  afterCrash(chance: Chance): FakeFolder {
    const left = new Map(this.#kept);
    const survive = chance.pick(["none", "some", "some", "all"]);
    for (const change of this.#unsynced) {
      if (survive === "none" || (survive === "some" && chance.below(2) === 0)) continue;
      for (const [name, node] of change) put(left, name, node);
    }
    const folder = new FakeFolder();
    for (const [name, node] of left) folder.#seen.set(name, node.afterCrash(chance));
    folder.sync();
    return folder;
  }
}

function put(entries: Map<string, FakeNode>, name: string, node: FakeNode | null): void {
  if (node === null) entries.delete(name);
  else entries.set(name, node);
}
