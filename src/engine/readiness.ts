import type { SharedConfiguration } from "../store/sharing.ts";
import type { WorldStore } from "../store/world-store.ts";

/** Why a process should get no requests now. */
export interface NotReady {
  readonly reason: "draining" | "no-database" | "other-configuration";
  readonly message: string;
}

/** The time for which an answer holds, so that many requests cost the database one query. */
const MAX_AGE_MS = 500;

/**
 * Tells load balancers whether this process should get requests. A process whose configuration differs from that of one
 * that began earlier is not ready: the same request would get different answers.
 */
export class Readiness {
  readonly #store: WorldStore;
  readonly #self: SharedConfiguration;
  #isDraining = false;
  #wasAsked = false;
  #latest: { readonly at: number; readonly found: Promise<readonly NotReady[]> } | null = null;

  constructor(store: WorldStore, self: SharedConfiguration) {
    this.#store = store;
    this.#self = self;
  }

  /** Tells the other processes of this one, whose age counts from now on. Returns how it differs from earlier ones. */
  async begin(): Promise<readonly NotReady[]> {
    return differences(this.#self, (await this.#store.sharing?.join(this.#self)) ?? []);
  }

  /** Whether a client has asked, and so will notice a change of the answer. */
  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Returns everything that speaks against requests; nothing if the process is ready. */
  async problems(): Promise<readonly NotReady[]> {
    this.#wasAsked = true;
    if (this.#isDraining) return [{ reason: "draining", message: "this process is shutting down" }];
    const now = performance.now();
    if (this.#latest === null || now - this.#latest.at > MAX_AGE_MS) this.#latest = { at: now, found: this.#ask() };
    return this.#latest.found;
  }

  /** From now on the process is not ready. Its peers no longer compare themselves with it. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    // A query that is under way would note the process again.
    await this.#latest?.found;
    await this.#store.sharing?.leave().catch(() => undefined);
  }

  async #ask(): Promise<readonly NotReady[]> {
    try {
      return await this.begin();
    } catch {
      return [{ reason: "no-database", message: "the database does not answer" }];
    }
  }
}

/** Returns the parts of the configuration in which a process differs from at least one that began earlier. */
function differences(self: SharedConfiguration, earlier: readonly SharedConfiguration[]): readonly NotReady[] {
  return Object.entries(self)
    .filter(([name, digest]) => earlier.some((other) => (other[name] ?? digest) !== digest))
    .map(([name]) => ({
      reason: "other-configuration",
      message: `${name} differs from that of a process that began earlier; give all processes the same, or stop the others first`,
    }));
}
