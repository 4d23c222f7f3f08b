import type { Directory, KeyOf, ListedWorld, RestingWorld, WorldEntry, WorldId } from "../world-store.ts";
import type { Catalogue } from "./catalogue.ts";
import type { RestingNotes } from "./resting-notes.ts";

interface KnownKey {
  readonly entry: WorldEntry;
  readonly companyId: string;
}

/** Finds the worlds at rest by the notes on them. */
export class RestingDirectory implements Directory {
  readonly putToRest: (id: WorldId, resting: RestingWorld) => Promise<void>;
  readonly #catalogue: Catalogue;
  readonly #notes: RestingNotes;
  /** By digest, the keys of worlds that are or were at rest: who opens a world may still ask for it. */
  readonly #keys = new Map<string, KnownKey>();

  /** `putToRest` resolves when the world is at rest, if it can be. */
  constructor(catalogue: Catalogue, notes: RestingNotes, putToRest: RestingDirectory["putToRest"]) {
    this.#catalogue = catalogue;
    this.#notes = notes;
    this.putToRest = (id, resting) => {
      this.#learn(id, resting.keys);
      return putToRest(id, resting);
    };
    for (const [id, { keys }] of notes.all) this.#learn(id, keys);
  }

  async list(): Promise<readonly ListedWorld[]> {
    return this.#catalogue.worlds.flatMap((entry) => {
      const resting = this.#notes.get(entry.worldId);
      return resting === null ? [] : [{ entry, ...resting }];
    });
  }

  async takeDue(limit: number, now: number): Promise<readonly WorldEntry[]> {
    const isDue = ({ wakesAt }: RestingWorld) => wakesAt !== null && wakesAt <= now;
    const due = this.#notes.all.filter(([, resting]) => isDue(resting)).slice(0, limit);
    return due.map(([id]) => this.#catalogue.entry(id)).filter((entry) => entry !== null);
  }

  async find(digest: string): Promise<KnownKey | null> {
    const key = this.#keys.get(digest);
    // Another world may have got the id.
    return key !== undefined && this.#catalogue.entry(key.entry.worldId) === key.entry ? key : null;
  }

  async entry(id: WorldId): Promise<WorldEntry | null> {
    return this.#catalogue.entry(id);
  }

  #learn(id: WorldId, keys: readonly KeyOf[]): void {
    const entry = this.#catalogue.entry(id);
    if (entry !== null) for (const { digest, companyId } of keys) this.#keys.set(digest, { entry, companyId });
  }
}
