import type { AttemptMeasurement } from "../domain/attempt.ts";
import type { CommandOf } from "../domain/command.ts";
import { durationMs } from "../domain/duration.ts";
import type { Instant } from "../domain/instant.ts";
import { webhookSecret } from "../domain/webhook.ts";
import { must } from "../domain/world.ts";
import type { Courier } from "../outbound/courier.ts";
import type { Letter } from "../outbound/letter.ts";
import type { Machine } from "./machine.ts";
import type { Rounds } from "./rounds.ts";
import type { WallClock } from "./world-clock.ts";

/** So many attempts of one world are under way at a time; the others wait for their turn. */
export const mostUnderWay = 64;

/** The command that records how an attempt has ended, and what was measured with it. */
export interface EndedAttempt {
  readonly command: CommandOf<"record-attempt">;
  readonly measured: AttemptMeasurement;
}

/** What a dispatcher needs from its world. */
export interface DispatchOffice {
  readonly courier: Pick<Courier, "deliver">;
  readonly wallClock: WallClock;
  /** The moment when everything that an attempt could tell of is durable; undefined when it is already. */
  whenDurable(): Promise<void> | undefined;
  /** Records results, in this order, and says so with `hasEnded`; resolves when they are durable. */
  record(ended: readonly EndedAttempt[]): Promise<void>;
}

interface BegunAttempt {
  readonly letter: Letter;
  readonly number: number;
  readonly epoch: number;
  readonly attemptedAt: Instant;
}

/** Hands the attempts of one state of a world to the courier, and knows which of them are under way. */
export class Dispatcher {
  readonly #machine: Machine;
  readonly #office: DispatchOffice;
  readonly #underWay = new Set<string>();
  readonly #works = new Set<Promise<unknown>>();
  readonly #abandoned = new AbortController();

  constructor(machine: Machine, office: DispatchOffice) {
    this.#machine = machine;
    this.#office = office;
  }

  /** When the next attempt can begin, or null: when there is none, or no room for it before another has ended. */
  get nextAttemptAt(): Instant | null {
    return this.#hasRoom ? this.#machine.nextAttemptAt : null;
  }

  get isIdle(): boolean {
    return this.#works.size === 0;
  }

  /** Resolves when nothing is under way, and all that ended was recorded, or never will be. */
  async settled(): Promise<void> {
    while (this.#works.size > 0) await Promise.allSettled(this.#works);
  }

  /** Ends what is under way; nobody waits for how it would have ended. */
  abandon(): void {
    this.#abandoned.abort();
  }

  /** The result of an attempt was recorded; until then its delivery counts as under way. */
  hasEnded(deliveryId: string): void {
    this.#underWay.delete(deliveryId);
  }

  /** Begins the attempts that are due by `at`. Each is recorded when it ends; nobody waits for it. */
  start(at: Instant): void {
    for (const begun of this.#begin(at, Number.POSITIVE_INFINITY)) {
      const work = this.#make([begun]);
      this.#track(work);
      // What failed was told by whoever failed; the attempt will be due again when the world has been read again.
      work.catch(() => undefined);
    }
  }

  /**
   * For an advance: makes the attempts of one round that are due by `at`, as many at a time as there is room for. Their
   * results are recorded in the order of the deliveries, whichever comes first. False when there is nothing to make.
   * Throws `Unsettled` when there were too many rounds at this instant.
   */
  async makeWave(at: Instant, rounds: Rounds): Promise<boolean> {
    const next = this.#machine.nextAttempt;
    if (next === null || next.at > at) return false;
    const begun = this.#begin(at, rounds.lastOrder(at, next, this.#machine.world.scheduled));
    const work = this.#make(begun);
    this.#track(work);
    await work;
    return true;
  }

  get #hasRoom(): boolean {
    return this.#underWay.size < mostUnderWay;
  }

  #begin(at: Instant, lastOrder: number): readonly BegunAttempt[] {
    const begun: BegunAttempt[] = [];
    for (let next = this.#machine.nextAttempt; next !== null && this.#hasRoom; next = this.#machine.nextAttempt) {
      if (next.at > at || next.order > lastOrder) break;
      this.#machine.takeAttempt();
      // A delivery that is asked for again while it is under way gets that attempt.
      if (this.#underWay.has(next.deliveryId)) continue;
      this.#underWay.add(next.deliveryId);
      begun.push(this.#beginOne(next.deliveryId, at));
    }
    return begun;
  }

  #beginOne(deliveryId: string, attemptedAt: Instant): BegunAttempt {
    const { world } = this.#machine;
    const { event, body, webhookId, attempts } = must(world.deliveries, deliveryId);
    const { url } = must(world.webhooks, webhookId);
    const { webhookUrls, webhookTimeout, webhookTimestamps } = world.settings;
    const letter: Letter = {
      deliveryId,
      event,
      body,
      secret: webhookSecret(world.seed, webhookId),
      sentAt: webhookTimestamps === "world" ? attemptedAt : this.#office.wallClock(),
      url,
      routes: world.routes,
      webhookUrls,
      timeoutMs: durationMs(webhookTimeout),
    };
    return { letter, number: attempts.length + 1, epoch: world.epoch, attemptedAt };
  }

  /** Nothing leaves before all that it tells of is durable. */
  async #make(begun: readonly BegunAttempt[]): Promise<void> {
    await this.#office.whenDurable();
    const ended = await Promise.all(begun.map((one) => this.#deliver(one)));
    await this.#office.record(ended);
  }

  async #deliver({ letter, ...attempt }: BegunAttempt): Promise<EndedAttempt> {
    const { deliveryId, url, sentAt } = letter;
    const report = await this.#office.courier.deliver(letter, this.#abandoned.signal);
    const { httpStatus, failure, error, durationMs: took, responseBody } = report;
    return {
      command: { type: "record-attempt", deliveryId, url, ...attempt, httpStatus, failure, error },
      measured: { sentAt, durationMs: took, responseBody },
    };
  }

  #track(work: Promise<unknown>): void {
    this.#works.add(work);
    const done = () => void this.#works.delete(work);
    work.then(done, done);
  }
}
