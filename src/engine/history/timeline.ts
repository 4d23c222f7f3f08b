import type { WorldEvent } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Cents } from "../../domain/money.ts";
import { postingOf } from "../../domain/posting.ts";
import { type Commit, lastPosition, type Position } from "../../store/world-store.ts";
import type { Past } from "./past.ts";

export const lanes = ["holds", "withdrawals", "webhooks", "bookmarks"] as const;
export type Lane = (typeof lanes)[number];

/** What a picture of the history shows of one event. */
export interface TimelineRow {
  readonly position: Position;
  /** The last position of its command. A world can go back to there. */
  readonly end: Position;
  readonly at: Instant;
  readonly type: WorldEvent["type"];
  readonly companyId: string | null;
  readonly id: string | null;
  readonly lane: Lane | null;
  /** Until when money is held. */
  readonly until: Instant | null;
  readonly failed: boolean;
  readonly availableCents: Cents;
  readonly reservedCents: Cents;
}

/**
 * The rows of a world's history, abandoned branches included. They are read at the first request for them; later only
 * what is new is read.
 */
export class Timeline {
  readonly #past: Past;
  #rows: TimelineRow[] = [];
  #reached: Position = 0;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(past: Past) {
    this.#past = past;
  }

  /** Returns the rows after the horizon up to a position that is durable. Throws `Unavailable`. */
  async rows(horizon: Position, upTo: Position): Promise<readonly TimelineRow[]> {
    const reading = this.#reading.catch(() => undefined).then(() => this.#reach(upTo));
    this.#reading = reading;
    await reading;
    const first = rowAfter(this.#rows, horizon);
    // What is forgotten need not stay in memory either.
    if (first > 0) this.#rows = this.#rows.slice(first);
    return this.#rows;
  }

  async #reach(upTo: Position): Promise<void> {
    if (upTo <= this.#reached) return;
    await this.#past.visit(this.#reached, upTo, (commit) => {
      addRows(this.#rows, commit);
      this.#reached = lastPosition(commit);
    });
  }
}

export function rowAfter(rows: readonly TimelineRow[], position: Position): number {
  return firstIndex(rows.length, (i) => (rows[i]?.position ?? 0) > position);
}

/** Returns the first index for which `isThere` is true, or `length`. It must be true for all later ones. */
export function firstIndex(length: number, isThere: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isThere(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The last event of each command has a row, as have all that move money or are in a lane. */
function addRows(rows: TimelineRow[], commit: Commit): void {
  const end = lastPosition(commit);
  let position = commit.first - 1;
  for (const event of commit.events) {
    position += 1;
    const posting = postingOf(event);
    const lane = laneOf(event);
    if (posting === null && lane === null && position < end) continue;
    rows.push({
      position,
      end,
      at: commit.at,
      type: event.type,
      companyId: "companyId" in event ? event.companyId : null,
      id: idOf(event),
      lane,
      until: "releaseAt" in event ? event.releaseAt : null,
      failed: event.type === "AttemptRecorded" && event.failure !== null,
      availableCents: posting?.available ?? 0,
      reservedCents: posting?.reserved ?? 0,
    });
  }
}

function laneOf(event: WorldEvent): Lane | null {
  if (event.type === "BookmarkSet") return "bookmarks";
  if (event.type === "AttemptRecorded") return "webhooks";
  if (event.type === "HoldReleased") return "holds";
  if ("heldCents" in event) return event.heldCents > 0 ? "holds" : null;
  return "withdrawId" in event || event.type === "AutomaticWithdrawalSkipped" ? "withdrawals" : null;
}

function idOf(event: WorldEvent): string | null {
  if ("withdrawId" in event) return event.withdrawId;
  if ("deliveryId" in event) return event.deliveryId ?? null;
  if ("chargeId" in event) return event.chargeId;
  return "name" in event ? event.name : null;
}
