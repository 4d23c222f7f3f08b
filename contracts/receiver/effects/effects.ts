import { setTimeout as wait } from "node:timers/promises";
import { NotJudged } from "../../clauses/judging.ts";
import { durationText } from "../../judge/duration.ts";
import type { Posted } from "../posted.ts";
import { type EffectSource, readEffect } from "./effect-source.ts";
import { changeText } from "./state-text.ts";

/** What each source tells, in their order. It only matters whether it is the same as before. */
type State = readonly string[];

/** One new delivery that should have an effect, with the state around it. */
export interface Trial {
  readonly posted: Posted;
  readonly before: State;
  /** Undefined if the state stayed as it was. */
  readonly after: State | undefined;
}

export interface EffectChoice {
  readonly sources: readonly EffectSource[];
  /** How long an effect can take after the response, in milliseconds. */
  readonly waitMs: number;
}

/** Two readings have at most this pause between them: a command may ask a database. */
const MAX_PAUSE_MS = 100;
const READINGS = 10;

/** The state may be busy with earlier deliveries for this many times the wait, and may change as often. */
const PATIENCE = 4;

/** Watches the state that deliveries change. Only one clause may use it at a time. */
export class Effects {
  readonly waitMs: number;
  readonly #sources: readonly EffectSource[];
  readonly #sent: () => number;
  readonly #redacted: (text: string) => string;
  /** A state that did not change for the whole wait, and how many deliveries had been sent by then. */
  #quiet: { readonly state: State; readonly sent: number } | undefined;
  readonly #trials = new Map<string, Promise<Trial>>();

  /** `sent`: counts the deliveries so far. `redacted`: removes secrets. */
  constructor({ sources, waitMs }: EffectChoice, sent: () => number, redacted: (text: string) => string) {
    this.waitMs = waitMs;
    this.#sources = sources;
    this.#sent = sent;
    this.#redacted = redacted;
  }

  /** Throws `TargetUnusable`. */
  read(): Promise<State> {
    return Promise.all(this.#sources.map(readEffect));
  }

  /** Returns the state as soon as it differs from this one; undefined if it stayed the same for the whole wait. */
  async changeFrom(before: State): Promise<State | undefined> {
    const end = performance.now() + this.waitMs;
    const pauseMs = Math.min(MAX_PAUSE_MS, this.waitMs / READINGS);
    for (;;) {
      const isLast = performance.now() >= end;
      const state = await this.read();
      if (!isSame(state, before)) return state;
      if (isLast) {
        this.#quiet = { state, sent: this.#sent() };
        return undefined;
      }
      await wait(Math.min(pauseMs, Math.max(1, end - performance.now())));
    }
  }

  /** Returns the state once it stays the same, so that no effect of an earlier delivery is taken for a later one's. */
  async settled(): Promise<State> {
    if (this.#quiet?.sent === this.#sent()) return this.#quiet.state;
    const end = performance.now() + PATIENCE * this.waitMs;
    let state = await this.read();
    for (let changes = 1; ; changes += 1) {
      const later = await this.changeFrom(state);
      if (later === undefined) return state;
      if (changes > PATIENCE && performance.now() >= end) {
        const how = this.changeText(state, later);
        throw new NotJudged(
          `The state of --effect ${how} though nothing is sent. Others use it, or it tells the time.`,
        );
      }
      state = later;
    }
  }

  /** Makes each kind of trial once: what changes nothing tells nothing anyway, and a receiver is ended once. */
  trial(kind: "delivery" | "crash", post: () => Promise<Posted>): Promise<Trial> {
    const trial = this.#trials.get(kind) ?? this.#newTrial(post);
    this.#trials.set(kind, trial);
    return trial;
  }

  async #newTrial(post: () => Promise<Posted>): Promise<Trial> {
    const before = await this.settled();
    const posted = await post();
    return { posted, before, after: await this.changeFrom(before) };
  }

  /** `stayed "3" for 5.0 s`, within a sentence. */
  stayedText(state: State): string {
    return `stayed ${changeText(state, state, this.#redacted)} for ${durationText(this.waitMs)}`;
  }

  /** `changed from "3" to "4"`, within a sentence. */
  changeText(before: State, after: State): string {
    return `changed ${changeText(before, after, this.#redacted)}`;
  }
}

export function isSame(one: State, other: State): boolean {
  return one.every((text, at) => text === other[at]);
}
