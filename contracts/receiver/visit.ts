import { NotJudged } from "../clauses/judging.ts";
import type { Expectation, ReceiverDelivery } from "./delivery.ts";
import type { Drafts } from "./drafts.ts";
import type { Effects } from "./effects/effects.ts";
import type { StartedReceiver } from "./effects/started-receiver.ts";
import type { Knowledge } from "./knowledge.ts";
import { OptedOut } from "./opted-out.ts";
import { type Posted, responseText, wasAcknowledged } from "./posted.ts";
import type { Round } from "./round.ts";

/** The finding of another clause keeps this one from being judged. */
export class Because extends NotJudged {
  readonly because: string;

  constructor(because: string) {
    super(`because of ${because}`);
    this.because = because;
  }
}

/** What a check sends with, what it knows of the receiver, and what it is given beside the address. */
export interface Means {
  readonly round: Round;
  readonly drafts: Drafts;
  readonly knowledge: Knowledge;
  readonly effects: Effects | undefined;
  readonly restarted: StartedReceiver | undefined;
}

/** What a clause works with: it sends deliveries, and collects what the receiver did wrong. */
export class Visit {
  readonly round: Round;
  readonly drafts: Drafts;
  readonly knowledge: Knowledge;
  /** What happened to deliveries, with what they were. */
  readonly #blamed = new Map<string, string[]>();
  readonly #faults: string[] = [];
  readonly #clause: string;
  readonly #means: Means;
  readonly #takenBodies = new Set<string>();

  constructor(clause: string, means: Means) {
    this.round = means.round;
    this.drafts = means.drafts;
    this.knowledge = means.knowledge;
    this.#clause = clause;
    this.#means = means;
  }

  /** What the receiver did wrong: sentences. The same fault of several deliveries is told once. */
  get faults(): readonly string[] {
    return [...[...this.#blamed].map(([fault, what]) => `${listed(what)}: ${fault}`), ...this.#faults];
  }

  /** Throws `OptedOut` if the user has not said where the state stands that deliveries change. */
  get effects(): Effects {
    if (this.#means.effects !== undefined) return this.#means.effects;
    throw new OptedOut("not judged without --effect, because no response shows what a receiver does");
  }

  /** Throws `OptedOut` if the user has not said how the receiver starts. */
  get restarted(): StartedReceiver {
    if (this.#means.restarted !== undefined) return this.#means.restarted;
    throw new OptedOut("not judged without --restart, because the check ends no process that it has not started");
  }

  fault(text: string): void {
    this.#faults.push(text);
  }

  /** Sends a delivery that must be acknowledged. Throws `NotJudged` if a rejection may have another reason. */
  async acknowledged(delivery: ReceiverDelivery): Promise<void> {
    await this.mustBeAcknowledged(await this.sent(delivery, "acknowledged"));
  }

  async mustBeAcknowledged(posted: Posted): Promise<void> {
    if (wasAcknowledged(posted)) return;
    const cause = await this.knowledge.causeOf(posted);
    if (cause !== undefined) throw new Because(cause);
    this.blame([posted], "200 to 299 was expected");
  }

  /** Sends a delivery that the receiver must recognise as genuine. */
  async recognised(delivery: ReceiverDelivery): Promise<void> {
    const posted = await this.sent(delivery, "recognised");
    if (!(await this.#isTaken(posted))) await this.mustBeAcknowledged(posted);
  }

  /** Sends a delivery that must be rejected. Throws `NotJudged` where the same body is rejected when signed rightly. */
  async rejected(delivery: ReceiverDelivery): Promise<void> {
    if (await this.justRejected(delivery)) await this.#mustTakeBodyOf(delivery);
  }

  /** Does the same where another clause tells whether a rejection tells something. Returns whether it was rejected. */
  async justRejected(delivery: ReceiverDelivery): Promise<boolean> {
    const posted = await this.sent(delivery, "rejected");
    const isRejected = "status" in posted.answer && !(await this.#isTaken(posted));
    if (!isRejected) this.blame([posted], "a rejection was expected");
    return isRejected;
  }

  /** Sends a delivery, and calls `end` as soon as its answer begins. */
  interrupted(delivery: ReceiverDelivery, end: () => void): Promise<Posted> {
    return this.round.attempt(delivery, this.#clause, "acknowledged", end);
  }

  blame(all: readonly Posted[], expected: string): void {
    for (const posted of all) {
      const fault = `${responseText(posted)}; ${expected}.`;
      const before = this.#blamed.get(fault) ?? [];
      if (!before.includes(posted.delivery.what)) this.#blamed.set(fault, [...before, posted.delivery.what]);
    }
  }

  /** Sends a delivery whose response the caller judges. */
  async sent(delivery: ReceiverDelivery, expected: Expectation): Promise<Posted> {
    return responded(await this.round.send(delivery, this.#clause, expected));
  }

  async #isTaken(posted: Posted): Promise<boolean> {
    return wasAcknowledged(posted) || (await this.knowledge.isOfUnknown(posted));
  }

  async #mustTakeBodyOf(delivery: ReceiverDelivery): Promise<void> {
    if (this.#takenBodies.has(delivery.body)) return;
    const twin = await this.sent(this.drafts.twinOf(delivery), "recognised");
    if (!(await this.#isTaken(twin))) {
      throw new NotJudged(`${twin.delivery.what}: ${responseText(twin)}. So a rejection tells nothing.`);
    }
    this.#takenBodies.add(delivery.body);
  }
}

/** Throws `NotJudged` if the time for a response was over before it came: that is the fault of one clause. */
export function responded(posted: Posted): Posted {
  if ("status" in posted.answer || !posted.isLate) return posted;
  throw new Because("answers.in-time");
}

/** If there are more, the last ones are only counted; the evidence has all. */
const MAX_NAMED = 5;

/** `a, b and c`. */
const enumeration = new Intl.ListFormat("en-GB");

/** Returns the first ones by name, as a part of a sentence. */
export function listed(all: readonly string[]): string {
  const named = all.length > MAX_NAMED ? all.slice(0, MAX_NAMED - 1) : all;
  const others = all.length - named.length;
  return enumeration.format(others > 0 ? [...named, `${others} others`] : named);
}
