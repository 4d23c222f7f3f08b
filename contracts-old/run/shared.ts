import { inject } from "vitest";
import { Examiner } from "./examiner.ts";
import { Receiver } from "./receiver.ts";
import type { RunSettings } from "./settings.ts";

/** What all contracts of a run share: all of it is made when it is first needed. */
export class Shared {
  readonly settings: RunSettings;
  readonly examiner: Examiner;
  /** Identifiers of the withdrawals that the run has opened. */
  readonly opened = new Set<string>();
  readonly #found = new Map<string, Promise<unknown>>();

  constructor(settings: RunSettings) {
    this.settings = settings;
    this.examiner = new Examiner(settings.document, settings.shippedDocument);
  }

  /** The worker's; its settings come from whoever has started it, unless the worker has begun by itself. */
  static get own(): Shared {
    own ??= new Shared(inject("saldo"));
    return own;
  }

  static begin(settings: RunSettings): void {
    own = new Shared(settings);
  }

  static get hasBegun(): boolean {
    return own !== undefined;
  }

  once<T>(name: string, find: () => Promise<T>): Promise<T> {
    const known = this.#found.get(name);
    // Whoever asks under a name asks for the same thing.
    if (known !== undefined) return known as Promise<T>;
    const found = find();
    this.#found.set(name, found);
    return found;
  }

  receiver(): Promise<Receiver> {
    return this.once("receiver", () => Receiver.listen(this.settings.receiver));
  }
}

let own: Shared | undefined;
