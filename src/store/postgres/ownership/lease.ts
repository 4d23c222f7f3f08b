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
  #validUntilMonotonicMs = Number.NEGATIVE_INFINITY;
  #validUntilWallMs = Number.NEGATIVE_INFINITY;
  #renewedMs = Number.NEGATIVE_INFINITY;
  #steadySinceMs = Number.NEGATIVE_INFINITY;
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
    return this.#clock.monotonicMs() < this.#validUntilMonotonicMs && this.#clock.wallMs() < this.#validUntilWallMs;
  }

  /** Returns whether the lease has been renewed without a gap for some time until now. */
  isSteadyFor(ms: number): boolean {
    const now = this.#clock.monotonicMs();
    return this.isValid && now - this.#renewedMs <= MAX_GAP_MS && now - this.#steadySinceMs >= ms;
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
    this.#validUntilMonotonicMs = Number.NEGATIVE_INFINITY;
    await this.#database.unregister(this.processId);
  }

  async #renew(): Promise<void> {
    if (!this.#isRegistered) return this.#register(randomUUID());
    const sentMs = this.#clock.monotonicMs();
    const sentWallMs = this.#clock.wallMs();
    if (await this.#database.renew(this.#self, LEASE_MS)) return this.#renewed(sentMs, sentWallMs);
    this.#isRegistered = false;
    this.#validUntilMonotonicMs = Number.NEGATIVE_INFINITY;
    // What is done for the old id comes to nothing; this one is never registered.
    this.#goOnAs(randomUUID());
    await this.#renew();
  }

  async #register(processId: string): Promise<void> {
    const sentMs = this.#clock.monotonicMs();
    const sentWallMs = this.#clock.wallMs();
    await this.#database.register({ ...this.#self, processId }, LEASE_MS);
    this.#goOnAs(processId);
    this.#isRegistered = true;
    this.#renewed(sentMs, sentWallMs);
  }

  /** What was taken for another id is lost, also for the one between a burial and the next registration. */
  #goOnAs(processId: string): void {
    const hasChanged = processId !== this.processId;
    this.#self = { ...this.#self, processId };
    if (hasChanged) this.#onChanged();
  }

  /** Counts from when the renewal was sent: when between that and its answer the database did it is unknown. */
  #renewed(sentMs: number, sentWallMs: number): void {
    if (this.#hasEnded) return;
    if (sentMs - this.#renewedMs > MAX_GAP_MS) this.#steadySinceMs = sentMs;
    this.#renewedMs = sentMs;
    this.#validUntilMonotonicMs = sentMs + VALID_MS;
    this.#validUntilWallMs = sentWallMs + VALID_MS;
  }
}
