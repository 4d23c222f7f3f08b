import type { AttemptMeasurement } from "../../domain/attempt.ts";
import type { CommandOf } from "../../domain/command.ts";
import { durationMs } from "../../domain/duration.ts";
import type { Instant } from "../../domain/instant.ts";
import { webhookSecret } from "../../domain/webhook.ts";
import { must } from "../../domain/world.ts";
import type { Courier } from "../../outbound/courier.ts";
import type { WebhookRequest } from "../../outbound/webhook-request.ts";
import type { WorldId } from "../../store/world-store.ts";
import type { WallClock } from "../history/world-clock.ts";
import type { Machine } from "./machine.ts";
import type { AttemptRounds } from "./rounds.ts";

/** Maximum concurrent attempts per world. */
export const MAX_ATTEMPTS_UNDER_WAY = 64;

/** Maximum attempts recorded at once. With more than are under way, an advance seldom waits for the slowest. */
export const MAX_ATTEMPTS_IN_WAVE = 4 * MAX_ATTEMPTS_UNDER_WAY;

/** The command that records how an attempt has ended, and what was measured with it. */
export interface EndedAttempt {
  readonly command: CommandOf<"record-attempt">;
  readonly measured: AttemptMeasurement;
}

/** What a dispatcher needs from its world. */
export interface DispatchContext {
  readonly worldId: WorldId;
  readonly courier: Pick<Courier, "deliver">;
  readonly wallClock: WallClock;
  /** The moment when everything that an attempt could tell of is durable; undefined when it is already. */
  whenDurable(): Promise<void> | undefined;
  /** Records results, in this order, and says so with `hasEnded`; resolves when they are durable. */
  record(ended: readonly EndedAttempt[]): Promise<void>;
}

type CommonTerms = Pick<WebhookRequest, "worldId" | "routes" | "webhookUrls" | "timeoutMs">;

interface BegunAttempt {
  readonly request: Omit<WebhookRequest, "sentAt">;
  /** Whether a fault makes the request arrive twice. */
  readonly twice: boolean;
  /** What X-Webhook-Timestamp is to say; null when it is the machine's time. */
  readonly sentAt: Instant | null;
  readonly number: number;
  readonly epoch: number;
  readonly attemptedAt: Instant;
}

/** Hands the attempts of one state of a world to the courier, and knows which of them are under way. */
export class Dispatcher {
  readonly #machine: Machine;
  readonly #context: DispatchContext;
  readonly #underWay = new Set<string>();
  readonly #works = new Set<Promise<unknown>>();
  readonly #abandoned = new AbortController();

  constructor(machine: Machine, context: DispatchContext) {
    this.#machine = machine;
    this.#context = context;
  }

  /** When the next attempt can begin, or null: when there is none, or no room for it before another has ended. */
  get nextAttemptAt(): Instant | null {
    return this.#room > 0 ? (this.#machine.nextAttempt?.at ?? null) : null;
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
    for (const begun of this.#begin(at, this.#room)) {
      this.#track(this.#make([begun]));
    }
  }

  /**
   * For an advance: begins a wave of the attempts of one round that are due by `at`. Which attempts are in a wave, and the
   * order in which their results are recorded, does not depend on who answers first. The promise resolves when they are
   * recorded; null when there is nothing to begin. Throws `Unsettled` when there were too many rounds at this instant.
   */
  makeWave(at: Instant, rounds: AttemptRounds): Promise<void> | null {
    const next = this.#machine.nextAttempt;
    if (next === null || next.at > at) return null;
    const lastOrder = rounds.lastOrder(at, next, this.#machine.world.scheduled);
    const work = this.#make(this.#begin(at, MAX_ATTEMPTS_IN_WAVE, lastOrder));
    this.#track(work);
    return work;
  }

  get #room(): number {
    return Math.max(0, MAX_ATTEMPTS_UNDER_WAY - this.#underWay.size);
  }

  #begin(at: Instant, limit: number, lastOrder = Number.POSITIVE_INFINITY): readonly BegunAttempt[] {
    const begun: BegunAttempt[] = [];
    let common: CommonTerms | undefined;
    for (
      let next = this.#machine.nextAttempt;
      next !== null && begun.length < limit;
      next = this.#machine.nextAttempt
    ) {
      if (next.at > at || next.order > lastOrder) break;
      this.#machine.takeAttempt();
      // A delivery that is asked for again while it is under way gets that attempt.
      if (this.#underWay.has(next.deliveryId)) continue;
      this.#underWay.add(next.deliveryId);
      common ??= this.#commonTerms();
      begun.push(this.#beginOne(next.deliveryId, at, common));
    }
    return begun;
  }

  #beginOne(deliveryId: string, attemptedAt: Instant, common: CommonTerms): BegunAttempt {
    const { world } = this.#machine;
    const { event, body, webhookId, attempts, fault } = must(world.deliveries, deliveryId);
    const { url } = must(world.webhooks, webhookId);
    const request = { ...common, deliveryId, event, body, url, secret: webhookSecret(world.seed, webhookId) };
    const sentAt = world.settings.webhookTimestamps === "world" ? attemptedAt : null;
    const twice = fault === "duplicate-delivery" && attempts.length === 0;
    return { request, twice, sentAt, number: attempts.length + 1, epoch: world.epoch, attemptedAt };
  }

  /** What all requests of a world have in common at one moment. */
  #commonTerms(): CommonTerms {
    const { routes, settings } = this.#machine.world;
    const { worldId } = this.#context;
    return { worldId, routes, webhookUrls: settings.webhookUrls, timeoutMs: durationMs(settings.webhookTimeout) };
  }

  /** Nothing leaves before all that it tells of is durable; nothing is recorded of what was given up. */
  async #make(begun: readonly BegunAttempt[]): Promise<void> {
    await this.#context.whenDurable();
    const results: (EndedAttempt | null)[] = [];
    const queue = begun.entries();
    const lane = async () => {
      for (const [index, one] of queue) results[index] = await this.#deliver(one);
    };
    await Promise.all(Array.from({ length: Math.min(MAX_ATTEMPTS_UNDER_WAY, begun.length) }, lane));
    const ended = results.filter((result) => result !== null);
    if (ended.length > 0) await this.#context.record(ended);
  }

  async #deliver({ attemptedAt, sentAt, ...begun }: BegunAttempt): Promise<EndedAttempt | null> {
    // Receivers that refuse what is not fresh count from when it was sent, not from when it was due.
    const request = { ...begun.request, sentAt: sentAt ?? this.#context.wallClock() };
    const report = await this.#context.courier.deliver(request, this.#abandoned.signal);
    // The attempt ends as its first request does; only the receiver knows how the copy is answered.
    if (begun.twice) await this.#context.courier.deliver(request, this.#abandoned.signal);
    if (report === null) return null;
    const { httpStatus, failure, ...measured } = report;
    const { deliveryId, url } = request;
    const { number, epoch } = begun;
    return {
      command: { type: "record-attempt", deliveryId, number, epoch, attemptedAt, url, httpStatus, failure },
      measured: { sentAt: request.sentAt, ...measured },
    };
  }

  #track(work: Promise<unknown>): void {
    this.#works.add(work);
    // What failed was told by whoever failed; the attempt will be due again when the world has been read again.
    const done = () => void this.#works.delete(work);
    work.then(done, done);
  }
}
