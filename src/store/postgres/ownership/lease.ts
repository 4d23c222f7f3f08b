import { randomUUID } from "node:crypto";
import { overlook } from "../failure.ts";
import { type LeaseClock, repeatedly } from "./lease-clock.ts";
import type { LeaseDatabase, Process } from "./lease-database.ts";

const LEASE_MS = 5_000;
/** The margin covers the work between reading the clock and the answer, and clocks that run at different rates. */
const VALID_MS = LEASE_MS - 1_000;
const RENEW_EVERY_MS = 1_000;
/** Two renewals in a row may come late or fail before that counts as a gap. */
const MAX_GAP_MS = 2_500;

/** When a renewal was sent, by both clocks: when between that and its answer the database did it is unknown. */
interface Sent {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

const NEVER: Sent = { monotonicMs: Number.NEGATIVE_INFINITY, wallMs: Number.NEGATIVE_INFINITY };

type Statements = Pick<LeaseDatabase, "register" | "renew" | "unregister">;

/**
 * The lease of this process. While it is valid, no other process can bury this one. A lease that has run out and that
 * no process used goes on with the next renewal; a process that was buried begins again under a new id.
 */
export class Lease {
  readonly #database: Statements;
  readonly #clock: LeaseClock;
  readonly #onChanged: () => void;
  #self: Process;
  #isRegistered = false;
  #hasEnded = false;
  /** The last renewal that was answered. */
  #renewed = NEVER;
  #steadySinceMs = 0;
  #stopRenewing = () => {};

  /** `onChanged` is called, before anything else happens, when this process has another id: it was buried. */
  constructor(database: Statements, clock: LeaseClock, self: Process, onChanged: () => void) {
    this.#database = database;
    this.#clock = clock;
    this.#self = self;
    this.#onChanged = onChanged;
  }

  /** The id under which this process is registered. It changes after a burial. */
  get processId(): string {
    return this.#self.processId;
  }

  /** Marks this process under every id that it has had. */
  get token(): string {
    return this.#self.token;
  }

  /** Whether no other process can own what this one owns. It runs at every read, so it does nothing but look at the clocks. */
  get isValid(): boolean {
    const { monotonicMs, wallMs } = this.#renewed;
    return this.#clock.monotonicMs() - monotonicMs < VALID_MS && this.#clock.wallMs() - wallMs < VALID_MS;
  }

  /** Returns whether the lease has been renewed without a gap for some time until now. */
  isSteadyFor(ms: number): boolean {
    const now = this.#clock.monotonicMs();
    return this.isValid && now - this.#renewed.monotonicMs <= MAX_GAP_MS && now - this.#steadySinceMs >= ms;
  }

  /** Tells the others where this process is reached: now if the database answers, else with a later renewal. */
  async announce(address: string): Promise<void> {
    this.#self = { ...this.#self, address };
    await this.#renew().catch(overlook);
  }

  /** Registers this process. From then on it renews its lease each second. */
  async begin(): Promise<void> {
    await this.#register(this.processId);
    // Without a renewal, the lease runs out.
    this.#stopRenewing = repeatedly(
      this.#clock,
      () => RENEW_EVERY_MS,
      () => this.#renew(),
    );
  }

  /** Ends the renewals and deletes the own row: what this process still owned is free from then on. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#stopRenewing();
    this.#renewed = NEVER;
    await this.#database.unregister(this.processId);
  }

  async #renew(): Promise<void> {
    if (!this.#isRegistered) return this.#register(randomUUID());
    const sent = this.#now();
    if (await this.#database.renew(this.#self, LEASE_MS)) return this.#answered(sent);
    this.#isRegistered = false;
    this.#renewed = NEVER;
    // What is done for the old id comes to nothing; this one is never registered.
    this.#goOnAs(randomUUID());
    await this.#renew();
  }

  async #register(processId: string): Promise<void> {
    const sent = this.#now();
    await this.#database.register({ ...this.#self, processId }, LEASE_MS);
    this.#goOnAs(processId);
    this.#isRegistered = true;
    this.#answered(sent);
  }

  /** What was taken for another id is lost, also for the one between a burial and the next registration. */
  #goOnAs(processId: string): void {
    const hasChanged = processId !== this.processId;
    this.#self = { ...this.#self, processId };
    if (hasChanged) this.#onChanged();
  }

  #now(): Sent {
    return { monotonicMs: this.#clock.monotonicMs(), wallMs: this.#clock.wallMs() };
  }

  #answered(sent: Sent): void {
    if (this.#hasEnded) return;
    if (sent.monotonicMs - this.#renewed.monotonicMs > MAX_GAP_MS) this.#steadySinceMs = sent.monotonicMs;
    this.#renewed = sent;
  }
}
