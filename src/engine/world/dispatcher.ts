import { durationMs } from "../../domain/duration.ts";
import type { Instant } from "../../domain/instant.ts";
import { webhookSecret } from "../../domain/webhook.ts";
import { existing } from "../../domain/world.ts";
import type { Courier } from "../../outbound/courier.ts";
import { remembering } from "../../remembering.ts";
import type { WorldId } from "../../store/world-store.ts";
import type { WallClock } from "../history/world-clock.ts";
import { type BegunAttempt, type EndedAttempt, endedOf } from "./begun-attempt.ts";
import type { Machine } from "./machine.ts";
import type { AttemptRounds } from "./rounds.ts";

/** Maximum concurrent attempts per world. */
export const MAX_ATTEMPTS_UNDER_WAY = 64;

/** Maximum attempts recorded together. More than can be under way, so that an advance seldom waits for the slowest. */
export const MAX_ATTEMPTS_IN_WAVE = 4 * MAX_ATTEMPTS_UNDER_WAY;

export interface DispatchContext {
  readonly worldId: WorldId;
  readonly courier: Pick<Courier, "deliver">;
  readonly wallClock: WallClock;
  /** Returns when everything that an attempt could reveal will be durable; undefined if it already is. */
  whenDurable(): Promise<void> | undefined;
  /** Records results in this order and calls `hasEnded` for each. Resolves when they are durable. */
  record(ended: readonly EndedAttempt[]): Promise<void>;
}

/** Hands the attempts of a world to the courier, and tracks which are under way. */
export class Dispatcher {
  readonly #machine: Machine;
  readonly #context: DispatchContext;
  readonly #underWay = new Set<string>();
  readonly #secretOf = remembering(1_000, (webhookId: string) => webhookSecret(this.#machine.world.seed, webhookId));
  readonly #works = new Set<Promise<unknown>>();
  readonly #abandoned = new AbortController();

  constructor(machine: Machine, context: DispatchContext) {
    this.#machine = machine;
    this.#context = context;
  }

  /** When the next attempt can start. Null if there is none, or if another attempt must end first. */
  get nextAttemptAt(): Instant | null {
    return this.#room > 0 ? (this.#machine.nextAttempt?.at ?? null) : null;
  }

  get isIdle(): boolean {
    return this.#works.size === 0;
  }

  /** Whether an attempt has begun whose result is not recorded. */
  get isUnrecorded(): boolean {
    return this.#underWay.size > 0;
  }

  /** Resolves when nothing is under way and every result was recorded or never will be. */
  async settled(): Promise<void> {
    while (this.#works.size > 0) await Promise.allSettled(this.#works);
  }

  /** Abandons all attempts under way. Their results are ignored. */
  abandon(): void {
    // Without a reason one would be made, with its stack.
    this.#abandoned.abort("abandoned");
  }

  /** Notes that the result of an attempt was recorded. Until then its delivery counts as under way. */
  hasEnded(deliveryId: string): void {
    this.#underWay.delete(deliveryId);
  }

  /** Starts the attempts that are due by `at`. Each is recorded when it ends; nothing waits for it. */
  start(at: Instant): void {
    for (const begun of this.#begin(at, this.#room)) {
      this.#track(this.#make([begun]));
    }
  }

  /**
   * Starts a wave of the attempts of one round that are due by `at`, for an advance. Neither the attempts of a wave nor
   * the order of their results depends on which receiver responds first. Returns a promise that resolves when the
   * results are recorded, or null if there is nothing to start. Throws `Unsettled` after too many rounds at this
   * instant.
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
    while (begun.length < limit) {
      const next = this.#machine.nextAttempt;
      if (next === null || next.at > at || next.order > lastOrder) break;
      this.#machine.takeAttempt();
      // A delivery that is requested again while under way gets the attempt under way.
      if (this.#underWay.has(next.deliveryId)) continue;
      this.#underWay.add(next.deliveryId);
      begun.push(this.#beginOne(next.deliveryId, at));
    }
    return begun;
  }

  #beginOne(deliveryId: string, at: Instant): BegunAttempt {
    const { world } = this.#machine;
    const { epoch, routes, settings } = world;
    const { webhookId, event, body, traceparent, attempts, fault } = existing(world.deliveries, deliveryId);
    const number = attempts.length + 1;
    const request = {
      worldId: this.#context.worldId,
      deliveryId,
      event,
      body,
      secret: this.#secretOf(webhookId),
      traceparent,
      url: existing(world.webhooks, webhookId).url,
      routes,
      webhookUrls: settings.webhookUrls,
      timeoutMs: durationMs(settings.webhookTimeout),
    };
    const sentAt = settings.webhookTimestamps === "world" ? at : null;
    const twice = fault === "duplicate-delivery" && number === 1;
    return { request, sentAt, number, epoch, attemptedAt: at, twice, ended: null };
  }

  /**
   * Waits until the facts behind the attempts are durable, makes them and records the results, except of abandoned
   * ones.
   */
  async #make(begun: readonly BegunAttempt[]): Promise<void> {
    await this.#context.whenDurable();
    const queue = begun.values();
    const lanes = Math.min(MAX_ATTEMPTS_UNDER_WAY, begun.length);
    await Promise.all(Array.from({ length: lanes }, () => this.#deliverOneByOne(queue)));
    const ended = begun.flatMap((one) => one.ended ?? []);
    if (ended.length > 0) await this.#context.record(ended);
  }

  async #deliverOneByOne(queue: Iterable<BegunAttempt>): Promise<void> {
    for (const one of queue) {
      const { courier, wallClock } = this.#context;
      // Receivers measure freshness from the time of sending, not from the due time.
      const request = { ...one.request, sentAt: one.sentAt ?? wallClock() };
      const report = await courier.deliver(request, this.#abandoned.signal);
      // The first request decides the result of the attempt. Only the receiver knows its response to the copy.
      if (one.twice) await courier.deliver(request, this.#abandoned.signal);
      if (report !== null) one.ended = endedOf(one, request.sentAt, report);
    }
  }

  #track(work: Promise<unknown>): void {
    this.#works.add(work);
    // The failure was reported where it happened. The attempt is due again when the world has been read again.
    const done = () => void this.#works.delete(work);
    work.then(done, done);
  }
}
