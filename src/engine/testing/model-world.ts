import { nextItem } from "./model-agenda.ts";
import { answerTo } from "./model-answer.ts";
import { callOff, dueDeliveries, endAttempt, nextAttemptAt } from "./model-deliveries.ts";
import { type ModelSurroundings, type Place, placeFor } from "./model-place.ts";
import type { LongRequest, ModelAnswer, RewindRequest, ShortRequest } from "./model-request.ts";
import { find, type ModelState, thingsOf } from "./model-state.ts";

/** The attempts of an advance. */
interface Tally {
  made: number;
  succeeded: number;
  failed: number;
}

/**
 * An auditor's idea of a world with one company: whatever a client asks, it says what the answer will be and what is true
 * afterwards. It knows the rules and no code of the product.
 */
export class ModelWorld {
  readonly surroundings: ModelSurroundings;
  state: ModelState;
  /** Where the world is. */
  tip: Place;
  bookmarks = new Map<string, Place>();
  route: string | null = null;
  resets = 0;
  /** Whether it went back to where it was before the last reset. */
  reachesBehindReset = false;
  /**
   * What was there since it last went back, if any of it may be from before a reset. Of some of it nobody may have heard
   * until now, and what it is called was chosen when names could be given out once more.
   */
  cameAlong: ReadonlySet<string> = new Set();
  /** How far the history is known to have come. */
  position: number;
  attemptsMade = 0;
  /** Told whenever something has become true that is kept by itself. */
  onFact: () => void = () => {};
  #underWay: string[] = [];

  constructor(surroundings: ModelSurroundings) {
    this.surroundings = surroundings;
    this.tip = surroundings.beginning;
    this.state = structuredClone(this.tip.state);
    this.position = this.tip.position ?? 0;
  }

  /** A copy, as it is after the end of its process: nobody remembers which attempts were under way. */
  left(): ModelWorld {
    const copy = new ModelWorld(this.surroundings);
    const { tip, route, resets, reachesBehindReset, cameAlong, position } = this;
    const own = { state: structuredClone(this.state), bookmarks: new Map(this.bookmarks) };
    return Object.assign(copy, { ...own, tip, route, resets, reachesBehindReset, cameAlong, position });
  }

  /** `isHeld`: something else has the clock, so that no attempt begins. */
  ask(request: ShortRequest, isHeld = false): ModelAnswer {
    this.#fireDue();
    // What has fallen due is under way before the request is looked at, which may then come too late for it.
    if (!isHeld) this.#begin();
    const answer = this.#answerTo(request);
    this.onFact();
    if (!isHeld) this.#begin();
    return answer;
  }

  /** `isRefused`: that the place is forgotten, which the auditor only knows that it may be. */
  askLong(request: LongRequest, isRefused = false): ModelAnswer {
    switch (request.do) {
      case "advance":
        return this.#advance(this.state.now + request.ms);
      case "advance-to-next": {
        this.settle();
        const next = this.#nextAt();
        return this.#advance(Number.isFinite(next) ? Math.max(next, this.state.now) : this.state.now);
      }
      case "rewind":
        return this.#rewind(request, isRefused);
      case "reset":
        return this.#reset(request.deliveries);
    }
  }

  /** All that is due now is done, attempts to deliver included. */
  settle(): void {
    this.#fireDue();
    this.#begin();
    while (this.#underWay.length > 0) {
      this.#endOne();
      this.#fireDue();
      this.#begin();
    }
    this.#mark();
  }

  #answerTo(request: ShortRequest): ModelAnswer {
    switch (request.do) {
      case "set-route":
        this.route = request.route;
        this.#mark();
        return { type: "routes-set" };
      case "set-bookmark":
        this.bookmarks.set(request.name, this.#mark());
        return { type: "bookmark-set" };
      case "remove-bookmark":
        this.#mark();
        return { type: this.bookmarks.delete(request.name) ? "bookmark-removed" : "bookmark-unknown" };
      default: {
        const answer = answerTo(this.state, request);
        this.#mark();
        return answer;
      }
    }
  }

  #nextAt(): number {
    return Math.min(nextItem(this.state)?.planned.at ?? Number.POSITIVE_INFINITY, nextAttemptAt(this.state));
  }

  /** Each instant to its end before the next: first what happens within the world, then the attempts. */
  #advance(to: number): ModelAnswer {
    const from = this.state.now;
    const tally: Tally = { made: 0, succeeded: 0, failed: 0 };
    this.settle();
    for (let next = this.#nextAt(); next <= to; next = this.#nextAt()) {
      this.#reach(next);
      for (
        let item = nextItem(this.state);
        item !== undefined && item.planned.at <= next;
        item = nextItem(this.state)
      ) {
        item.happen();
        this.onFact();
      }
      this.#begin();
      while (this.#underWay.length > 0) this.#endOne(tally);
      this.#mark();
    }
    this.#reach(to);
    this.#mark();
    return { type: "clock-advanced", details: { from, to, attempts: { ...tally } } };
  }

  #reach(at: number): void {
    if (at <= this.state.now) return;
    this.state.now = at;
    this.onFact();
  }

  #fireDue(): void {
    for (let item = nextItem(this.state); item !== undefined; item = nextItem(this.state)) {
      if (item.planned.at > this.state.now) return;
      item.happen();
      this.onFact();
    }
  }

  #begin(): void {
    for (const key of dueDeliveries(this.state)) if (!this.#underWay.includes(key)) this.#underWay.push(key);
  }

  #endOne(tally?: Tally): void {
    const key = this.#underWay.shift();
    if (key === undefined) return;
    const delivery = find(this.state.deliveries, key);
    const { receiver } = find(this.state.webhooks, delivery.webhook);
    const verdict = this.surroundings.receivers(receiver, delivery.event, this.state.now);
    endAttempt(this.state, delivery, verdict);
    this.attemptsMade += 1;
    if (tally !== undefined) {
      tally.made += 1;
      tally[verdict === "ok" ? "succeeded" : "failed"] += 1;
    }
    this.onFact();
  }

  #rewind(request: RewindRequest, isRefused: boolean): ModelAnswer {
    // What is due by now is done before, so that one can come back to it.
    this.#fireDue();
    this.#mark();
    const found = placeFor(this, request.to, isRefused);
    return "type" in found ? found : this.#goBack(found.place, found.at, request.deliveries);
  }

  #reset(deliveries: "resume" | "cancel"): ModelAnswer {
    const { beginning } = this.surroundings;
    this.resets += 1;
    const answer = this.#goBack(beginning, beginning.state.now, deliveries);
    this.reachesBehindReset = false;
    this.cameAlong = new Set();
    return answer;
  }

  #goBack(place: Place, at: number, deliveries: "resume" | "cancel"): ModelAnswer {
    this.state = structuredClone(place.state);
    this.state.now = at;
    if (deliveries === "cancel") for (const delivery of this.state.deliveries) callOff(delivery);
    this.#underWay = [];
    this.reachesBehindReset ||= place.resets < this.resets;
    if (this.reachesBehindReset) this.cameAlong = new Set(thingsOf(place.state).map(({ key }) => key));
    this.tip = place;
    this.#mark();
    this.onFact();
    return { type: "world-rewound", details: { now: at, ...(place.position === null ? {} : { to: place.position }) } };
  }

  /** The world is at a new place. */
  #mark(): Place {
    this.tip = { state: structuredClone(this.state), before: this.tip, resets: this.resets, position: null };
    return this.tip;
  }
}
