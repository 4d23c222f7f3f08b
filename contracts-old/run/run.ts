import type { Clause } from "../clauses/clause.ts";
import { matchesPath } from "../clauses/path-pattern.ts";
import type { Need, OverlayChange } from "../report/verdict.ts";
import type { Answer } from "./answer.ts";
import { Clock } from "./clock.ts";
import type { ControlPlane } from "./control-plane.ts";
import { DeskClient } from "./desk-client.ts";
import type { Examiner } from "./examiner.ts";
import type { Receiver } from "./receiver.ts";
import type { RunSettings } from "./settings.ts";
import type { Shared } from "./shared.ts";
import { CouldNotRun } from "./verdict-error.ts";

/** What a webhook was told; JSON, or undefined where it was none. */
export interface Notification {
  readonly event: unknown;
  readonly body: unknown;
}

/** One contract at work: what it may use, and what it has used. */
export class Run {
  readonly settings: RunSettings;
  readonly examiner: Examiner;
  readonly desk: DeskClient;
  readonly clock: Clock;
  readonly clause: Clause;
  /** Of an assumption's contract: what differs from it. */
  readonly observations: { readonly text: string; readonly change?: OverlayChange }[] = [];
  readonly #shared: Shared;
  readonly #answers: Answer[] = [];
  readonly #notifications: Notification[] = [];
  readonly #clocks: Clock[] = [];
  readonly #signal: AbortSignal;

  /** `signal`: aborted when the user ends the run. */
  constructor(shared: Shared, clause: Clause, signal: AbortSignal) {
    this.#signal = signal;
    this.settings = shared.settings;
    this.examiner = shared.examiner;
    this.desk = new DeskClient(shared.settings, clause.id, signal);
    this.clock = new Clock(undefined, shared.settings.patienceMs, signal);
    this.clause = clause;
    this.#shared = shared;
    this.#clocks.push(this.clock);
  }

  /** Identifiers of the withdrawals that this run has opened, whichever contract did. */
  get opened(): Set<string> {
    return this.#shared.opened;
  }

  offers(need: Need): boolean {
    return this.settings.offers.includes(need);
  }

  /** @throws CouldNotRun when the target does not offer it, or the user has not allowed it. */
  require(...needs: readonly Need[]): void {
    const missing = needs.find((need) => !this.offers(need));
    if (missing !== undefined) throw new CouldNotRun(missing, missingText[missing] ?? `the target has no ${missing}`);
  }

  clockOf(control: ControlPlane): Clock {
    const clock = new Clock(control, this.settings.patienceMs, this.#signal);
    this.#clocks.push(clock);
    return clock;
  }

  get timeUsed() {
    return this.#clocks.map(({ used }) => used).find((used) => used !== undefined);
  }

  /** Found out once in a run, by whoever asks first; a failure too is everybody's. */
  once<T>(name: string, find: () => Promise<T>): Promise<T> {
    return this.#shared.once(name, find);
  }

  /**
   * Something about what happens, that the document leaves open: `behaviour` is its name in the description's
   * `x-behaviours`. The contract of that assumption tells of it.
   */
  saw(behaviour: string, differs?: string | false): void {
    this.sawAt(["x-behaviours", behaviour], differs);
  }

  /** The same of any other mark of the description, where neither an answer nor a notification can show it. */
  sawAt(path: readonly string[], differs?: string | false): void {
    this.examiner.journal.add(differs === undefined || differs === false ? { path } : { path, differs });
  }

  /**
   * Whether an assumption's contract should look for itself. In a world of its own that costs nothing; on a real account it
   * opens withdrawals and moves money, so that what other contracts have shown is not asked for again.
   */
  get isWorthALook(): boolean {
    const isSpokenFor = this.#isSpokenFor;
    const marks = this.examiner.description.marks.filter(isSpokenFor);
    const seen = this.examiner.journal.of(isSpokenFor).map(({ path }) => path.join("/"));
    const isAnswer = marks.every(([top]) => top === "components" || top === "webhooks");
    return this.offers("control-plane") || !isAnswer || marks.some((path) => !seen.includes(path.join("/")));
  }

  /** Gathers what was seen of the marks that the clause speaks for; `failure` is why it was not looked at in full. */
  tellOfAssumption(failure?: CouldNotRun): void {
    const entries = this.examiner.journal.of(this.#isSpokenFor);
    if (entries.length === 0 && this.examiner.marks.areGone(this.#isSpokenFor)) return;
    if (entries.length === 0) throw failure ?? new CouldNotRun("not-seen", "nothing in this run has shown it");
    for (const { differs, change } of entries) {
      if (differs !== undefined) this.observations.push({ text: differs, ...(change && { change }) });
    }
  }

  get #isSpokenFor(): (path: readonly string[]) => boolean {
    const { clause } = this;
    if (clause.kind !== "assumption") throw new Error(`${clause.id} is no assumption`);
    return (path) => clause.covers.some((pattern) => matchesPath(pattern, path));
  }

  receiver(): Promise<Receiver> {
    return this.#shared.receiver();
  }

  remember(answer: Answer): Answer {
    this.#answers.push(answer);
    if (answer.status >= 500) this.examiner.trouble(answer);
    return answer;
  }

  rememberNotification(notification: Notification): void {
    this.#notifications.push(notification);
  }

  /** What no contract has said anything about is held against the description, too. */
  judgeTheRest(): void {
    const notifications = this.#notifications.splice(0);
    for (const answer of this.#answers.splice(0)) answer.judgeByStatus();
    for (const { event, body } of notifications) this.examiner.notification(String(event), body);
  }
}

const missingText: Readonly<Partial<Record<Need, string>>> = {
  "control-plane": "needs the control plane of a sandbox",
  receiver: "needs a receiver that the target reaches (--receiver-url)",
  mailbox: "needs a way to the one-time code (--otp)",
  "allow-open": "opens a withdrawal; --allow open allows it",
  "allow-settle": "moves money; --allow settle --budget <cents> allows it",
  "allow-webhooks": "leaves a webhook that no API key can remove; --allow webhooks allows it",
  charges: "needs charges, which only a sandbox's control plane makes",
};
