import { expect } from "vitest";
import { durationAfter } from "../../domain/duration.ts";
import type { Instant } from "../../domain/instant.ts";
import { type AuditedWorld, nextPlanned } from "../../domain/testing/audited-world.ts";
import type { Auditor } from "../../domain/testing/auditor.ts";
import type { Position } from "../../store/world-store.ts";
import { type AdvanceOutcome, advance } from "../advance.ts";
import type { PlaceTarget } from "../history/find-place.ts";
import { type RewindOutcome, reset, rewind } from "../rewind.ts";
import type { LiveWorld } from "../world/live-world.ts";
import type { Journey, RewindTarget } from "./history-step.ts";

/** A history as the auditor has read it. */
export interface AuditedPast {
  readonly auditor: Auditor;
  readonly beginning: Position;
  /** The ends of commands, where a world can go back to. */
  readonly ends: Set<Position>;
  readonly historyLimit: number;
}

/** One advance, rewind or reset, and where the auditor says that it must lead. */
export class Travel {
  readonly #journey: Journey;
  readonly #past: AuditedPast;
  readonly #target: PlaceTarget;
  #outcome: AdvanceOutcome | RewindOutcome | null = null;

  constructor(journey: Journey, past: AuditedPast) {
    this.#journey = journey;
    this.#past = past;
    this.#target = journey.do === "rewind" ? targetOf(journey.to, past) : { position: past.beginning };
  }

  async go(world: LiveWorld): Promise<void> {
    const journey = this.#journey;
    if (journey.do === "advance") this.#outcome = await advance(world, { by: journey.by });
    else if (journey.do === "advance-to-next") this.#outcome = await advance(world, { toNext: true });
    else if (journey.do === "reset") this.#outcome = await reset(world, journey.deliveries);
    else this.#outcome = await rewind(world, this.#target, journey.deliveries);
  }

  /** Where the history had come to with the answer; 0 if it does not say. */
  get reached(): Position {
    const outcome = this.#outcome;
    return outcome?.type === "clock-advanced" || outcome?.type === "world-rewound" ? outcome.position : 0;
  }

  /** Returns what the rewind must record if it is made now. */
  expectedRewind() {
    if (!("deliveries" in this.#journey)) throw new Error("an advance records no rewind");
    const { bookmarks, position, history } = this.#past.auditor;
    const target = this.#target;
    const { deliveries } = this.#journey;
    if ("bookmark" in target) {
      const place = bookmarks.get(target.bookmark);
      return { to: place?.position, at: place?.at, deliveries };
    }
    if ("at" in target) return { to: this.#lastAt(target.at, position), at: target.at, deliveries };
    expect([...this.#past.ends]).toContain(target.position);
    return { to: target.position, at: history[target.position - 1]?.at, deliveries };
  }

  /** Checks the answer, if there was one. */
  check(): void {
    const outcome = this.#outcome;
    const { auditor, ends } = this.#past;
    const place = "position" in this.#target ? this.#target.position : undefined;
    switch (outcome?.type) {
      case undefined:
        return;
      case "clock-advanced":
        this.#checkAdvance(outcome);
        return;
      case "world-rewound":
        expect(auditor.history[outcome.position - 1]).toMatchObject({
          at: outcome.now,
          event: { type: "WorldRewound", to: outcome.to, epoch: outcome.epoch },
        });
        return;
      case "bookmark-unknown":
        expect([...auditor.bookmarks.keys()]).not.toContain(outcome.name);
        return;
      case "position-unknown":
        expect(place).toBeGreaterThan(auditor.position);
        return;
      case "position-within-command":
        expect([...ends]).not.toContain(place);
        return;
      case "rewind-into-future":
        expect(outcome.at).toBeGreaterThan(auditor.world.at);
        return;
      case "rewind-beyond-horizon":
        this.#checkForgotten(place);
        return;
      default:
        throw new Error(`a journey ended as ${JSON.stringify(outcome)}`);
    }
  }

  get isForgotten(): boolean {
    return this.#outcome?.type === "rewind-beyond-horizon";
  }

  #checkForgotten(place: Position | undefined): void {
    const { auditor, beginning, historyLimit } = this.#past;
    const { position, bookmarks } = auditor;
    const asked = place ?? this.#lastAt("at" in this.#target ? this.#target.at : 0, position) ?? 0;
    expect(asked, "a place that is forgotten").toBeLessThan(Math.max(position - historyLimit, beginning));
    expect([...bookmarks.values()].map((bookmark) => bookmark.position)).not.toContain(place);
  }

  #checkAdvance(outcome: Extract<AdvanceOutcome, { type: "clock-advanced" }>): void {
    const { from, fromPosition, position, to, firedTotal } = outcome;
    const { auditor } = this.#past;
    const before = auditor.worldAt(fromPosition);
    const facts = auditor.history.slice(fromPosition, position).map(({ event }) => event);
    const attempts = facts.flatMap((event) => (event.type === "AttemptRecorded" ? [event.failure === null] : []));
    const succeeded = attempts.filter((isSuccess) => isSuccess).length;
    const made = attempts.length;
    const { timeZone } = before.settings;
    expect({ from, to, firedTotal, attempts: outcome.attempts }).toEqual({
      from: before.at,
      to:
        this.#journey.do === "advance"
          ? durationAfter(from, this.#journey.by, timeZone)
          : Math.max(from, dueAt(before) ?? from),
      firedTotal: facts.filter(({ type }) => type !== "TimeReached").length,
      attempts: { made, succeeded, failed: made - succeeded },
    });
  }

  #lastAt(at: Instant, position: Position): Position | undefined {
    return this.#past.auditor.branchTo(position).findLast(({ told }) => told.at <= at)?.position;
  }
}

/** Returns when something is next to happen, attempts to deliver included. */
export function dueAt(world: AuditedWorld): Instant | null {
  const attempts = [...world.deliveries.values()].flatMap((one) => (one.dueAt === null ? [] : [one.dueAt]));
  const next = Math.min(nextPlanned(world)?.at ?? Number.POSITIVE_INFINITY, ...attempts);
  return Number.isFinite(next) ? next : null;
}

function targetOf(
  destination: RewindTarget,
  { auditor, beginning, ends: all, historyLimit }: AuditedPast,
): PlaceTarget {
  const { position, world, history } = auditor;
  const ends = [...all].filter((end) => end >= beginning);
  const oldest = position - historyLimit;
  switch (destination.by) {
    case "bookmark":
      return { bookmark: destination.name };
    case "position":
      return { position: ends.at(-1 - (destination.back % ends.length)) ?? position };
    case "oldest":
      return { position: ends.find((end) => end >= oldest) ?? position };
    case "forgotten":
      return { position: ends.findLast((end) => end < oldest) ?? position };
    case "within-command":
      return { position: history.findLastIndex((_, i) => i >= beginning && !all.has(i)) };
    case "too-far":
      return { position: position + 1_000 };
    case "instant": {
      const start = history[beginning - 1]?.at ?? world.at;
      return { at: start + Math.floor(((world.at - start) * destination.permille) / 1_000) };
    }
  }
}
