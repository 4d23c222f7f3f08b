import { isDeepStrictEqual } from "node:util";
import { expect, vi } from "vitest";
import type { Command } from "../../domain/command.ts";
import { isRightCode } from "../../domain/testing/audited-story.ts";
import { auditedView } from "../../domain/testing/audited-world.ts";
import { type Asked, Auditor } from "../../domain/testing/auditor.ts";
import { commandOf, type Move } from "../../domain/testing/moves.ts";
import { type Commit, lastPosition, type Position } from "../../store/world-store.ts";
import { Unavailable } from "../unavailable.ts";
import { type Room, WorldProcess } from "./history-process.ts";
import type { HistoryStep, Journey, PowerFailure, RandomHistory } from "./history-step.ts";
import { type AuditedPast, dueAt, Travel } from "./history-travel.ts";
import { quiet } from "./waiting.ts";

/** A world is written down when it was quiet for this long. */
const quietMs = 1_000;

/** What happened in a history. */
export interface Tally {
  crashes: number;
  /** Resets among them. */
  rewinds: number;
  /** Places that had been forgotten. */
  refusals: number;
  operations: number;
}

/** A command that the world has carried out. Its facts are those after one position and up to another. */
interface AskedHere extends Asked {
  readonly after: Position;
  readonly upTo: Position;
  isHeard: boolean;
}

/** Lives a history: the auditor reads the world at every step. Throws when they differ. */
export async function live(history: RandomHistory): Promise<Tally> {
  const { historyLimit, segmentBytes, answers } = history;
  const room = { historyLimit, segmentBytes, answers };
  const process = await WorldProcess.begin(room);
  const tally = await new HistoryRun(history, room, process).live();
  await process.end();
  return tally;
}

class HistoryRun {
  readonly #history: RandomHistory;
  readonly #room: Room;
  readonly #process: WorldProcess;
  readonly #auditor = new Auditor();
  readonly #tally: Tally = { crashes: 0, rewinds: 0, refusals: 0, operations: 0 };
  readonly #past: AuditedPast;
  /** Deliveries whose first attempt a fault has arrive twice. */
  readonly #doubled = new Set<string>();
  /** In the order in which they were carried out; those whose facts were read are gone. */
  #asked: AskedHere[] = [];
  #travel: Travel | null = null;
  /** How many commits, and how many requests to receivers, were read. */
  #read = 0;

  constructor(history: RandomHistory, room: Room, process: WorldProcess) {
    this.#history = history;
    this.#room = room;
    this.#process = process;
    const beginning = process.log.reduce((_, commit) => lastPosition(commit), 0);
    this.#past = { auditor: this.#auditor, beginning, ends: new Set(), historyLimit: room.historyLimit };
    for (const commit of process.log) this.#take(commit, "unknown");
  }

  async live(): Promise<Tally> {
    await this.#look();
    const first = await this.#liveOpening();
    for (const step of this.#history.steps) await this.#live(step);
    await this.#restart(null);
    const tally = { ...this.#tally };
    this.#room.answers = this.#history.answers;
    // These survive a reset, and would make a difference.
    await this.#ask([{ do: "command", command: { type: "remove-faults" } }], null);
    await this.#ask([{ do: "command", command: { type: "change-settings", patch: { webhookUrls: "strict" } } }], null);
    await this.#ask([{ do: "command", command: { type: "set-routes", routes: [] } }], null);
    await this.#ask([], { do: "reset", deliveries: "resume" });
    expect(await this.#liveOpening(), "what comes after a reset").toEqual(first);
    return tally;
  }

  async #live(step: HistoryStep): Promise<void> {
    switch (step.step) {
      case "ask":
        return this.#ask(step.moves, step.journey, step.isForeign);
      case "crash":
        if (step.isSaving) vi.advanceTimersByTime(quietMs);
        return this.#askInVain(step.moves, step.journey, step.power);
      case "restart":
        return this.#restart(step.power);
      case "rest":
        vi.advanceTimersByTime(quietMs);
        await quiet();
        return this.#look();
      case "receivers":
        this.#room.answers = step.answers;
    }
  }

  /** The facts that the opening has led to. */
  async #liveOpening(): Promise<unknown> {
    const before = this.#auditor.position;
    for (const move of this.#history.opening) {
      if (move.do === "advance" || move.do === "advance-to-next") await this.#ask([], move);
      else await this.#ask([move], null);
    }
    return this.#auditor.history.slice(before);
  }

  async #ask(moves: readonly Move[], journey: Journey | null, isForeign = false): Promise<void> {
    const { requests } = this.#process;
    const before = { requests: requests.length, position: this.#auditor.position };
    await Promise.all(this.#send(moves, journey, isForeign && moves.length === 1));
    await this.#look();
    const attempts = this.#auditor.history.slice(before.position).flatMap(({ event }) => {
      if (event.type !== "AttemptRecorded") return [];
      const isDoubled = event.number === 1 && this.#doubled.has(event.deliveryId);
      return isDoubled ? [event.deliveryId, event.deliveryId] : [event.deliveryId];
    });
    const posted = requests.slice(before.requests).map(({ deliveryId }) => deliveryId);
    expect(posted.sort(), "what receivers got").toEqual(attempts.sort());
  }

  /** Asks while the power fails, and looks at what the next process has. */
  async #askInVain(moves: readonly Move[], journey: Journey | null, power: PowerFailure): Promise<void> {
    const { requests } = this.#process;
    this.#process.failAfter(power.afterCalls);
    for (const ended of await Promise.allSettled(this.#send(moves, journey, false))) {
      if (ended.status === "rejected") expect(ended.reason).toBeInstanceOf(Unavailable);
    }
    this.#tally.crashes += 1;
    await this.#process.crash(power);
    await this.#lookAfterCrash();
    const untold = requests.filter(({ deliveryId }) => !this.#auditor.everUsed.has(deliveryId));
    expect(untold, "requests to receivers of what never happened").toEqual([]);
  }

  async #restart(power: PowerFailure | null): Promise<void> {
    if (power !== null) this.#tally.crashes += 1;
    await this.#process.restart(power);
    await this.#lookAfterCrash();
  }

  /** What was heard, or read before, is still there. */
  async #lookAfterCrash(): Promise<void> {
    expect(this.#process.log.length, "commits that were read before").toBeGreaterThanOrEqual(this.#read);
    const end = this.#process.reopenedAt;
    for (const { isHeard, upTo, command } of this.#asked) {
      if (upTo > end && isHeard) throw new Error(`the answer to ${command.type} has left, and its facts are lost`);
    }
    this.#asked = this.#asked.filter(({ upTo }) => upTo <= end);
    expect(this.#travel?.reached ?? 0, "where an acknowledged journey has come to").toBeLessThanOrEqual(end);
    await this.#look();
  }

  #send(moves: readonly Move[], journey: Journey | null, isForeign: boolean): Promise<void>[] {
    this.#tally.operations += moves.length + (journey === null ? 0 : 1);
    const answers = moves.map((move) => this.#sendMove(move, isForeign));
    return journey === null ? answers : [...answers, this.#sendJourney(journey)];
  }

  async #sendMove(move: Move, isForeign: boolean): Promise<void> {
    const asked = await this.#process.actor.world.transact((transaction) => {
      const { world, at, position: after, chronicle } = transaction;
      if (move.do === "advance") throw new Error("time passes by journeys alone");
      const chosen = commandOf(world, move);
      const command = isForeign ? this.#foreign(chosen) : chosen;
      if (command.type === "remove-bookmark" && !chronicle.bookmarks.has(command.name)) return null;
      const isRight = isRightCode(world, command);
      const outcome = transaction.run(command);
      const upTo = transaction.position;
      const asked: AskedHere = { command, isRight, at, after, upTo, outcome, isHeard: false };
      this.#asked.push(asked);
      return asked;
    });
    if (asked !== null) asked.isHeard = true;
  }

  /** The same of something that is not there, but was on a branch that was left, if there is such a thing. */
  #foreign(command: Command): Command {
    const fields = Object.entries(command).map(([field, value]) => {
      if (!/^(charge|withdraw|webhook|delivery|subscription)Id$/.test(field)) return [field, value];
      const { charges, withdrawals, webhooks, deliveries, subscriptions } = this.#auditor.world;
      const present = [charges, withdrawals, webhooks, deliveries, subscriptions];
      const left = [...this.#auditor.everUsed].filter((id) => !present.some((things) => things.has(id)));
      return [field, left.findLast((id) => id.slice(0, 4) === String(value).slice(0, 4)) ?? value];
    });
    return Object.fromEntries(fields);
  }

  async #sendJourney(journey: Journey): Promise<void> {
    const travel = new Travel(journey, this.#past);
    this.#travel = travel;
    await travel.go(this.#process.actor.world);
  }

  /** Reads what has happened; everything that can be seen must be what it led to. */
  async #look(): Promise<void> {
    const { view, at, position, bookmarks } = await this.#process.settled();
    for (const commit of this.#process.log.slice(this.#read)) this.#readCommit(commit);
    this.#foretell(Number.POSITIVE_INFINITY);
    this.#travel?.check();
    if (this.#travel?.isForgotten === true) this.#tally.refusals += 1;
    this.#travel = null;
    const { world } = this.#auditor;
    const expected = auditedView(world);
    if (!isDeepStrictEqual(view, expected)) expect(view).toEqual(expected);
    expect({ at, position, bookmarks }).toEqual({
      at: world.at,
      position: this.#auditor.position,
      bookmarks: this.#auditor.bookmarks,
    });
    expect(dueAt(world) ?? at + 1, "what is due next").toBeGreaterThan(at);
    const latest = Math.max(this.#past.beginning, position - this.#room.historyLimit);
    expect(await this.#process.actor.world.past.horizon(), "horizon").toBeLessThanOrEqual(latest);
    expect(this.#process.troubles).toEqual([]);
  }

  #readCommit(commit: Commit): void {
    this.#foretell(commit.first - 1);
    const asked = this.#asked[0]?.after === commit.first - 1 ? this.#asked.shift() : undefined;
    const [first] = commit.events;
    if (asked !== undefined) this.#compare(asked, commit);
    if (first?.type !== "WorldRewound") this.#take(commit, asked === undefined ? "by itself" : "asked");
    else {
      const { to, deliveries } = first;
      expect({ to, at: commit.at, deliveries }).toEqual(this.#travel?.expectedRewind());
      this.#take(commit, "asked");
      this.#tally.rewinds += 1;
    }
  }

  #take({ at, events }: Commit, cause: "asked" | "by itself" | "unknown"): void {
    this.#auditor.read(
      events.map((event) => ({ at, event })),
      cause,
    );
    this.#read += 1;
    this.#past.ends.add(this.#auditor.position);
    for (const event of events) {
      if (event.type !== "NotificationRaised") continue;
      for (const { deliveryId, fault } of event.deliveries) {
        if (fault?.kind === "duplicate-delivery") this.#doubled.add(deliveryId);
        // After a reset the same id comes again, perhaps without the fault.
        else this.#doubled.delete(deliveryId);
      }
    }
  }

  /** Compares the answers without facts that were given at or before a position. */
  #foretell(position: Position): void {
    for (let next = this.#asked[0]; next !== undefined; next = this.#asked[0]) {
      if (next.after > position || (next.after === position && next.upTo > next.after)) return;
      this.#asked.shift();
      this.#compare(next, null);
    }
  }

  #compare(asked: AskedHere, commit: Commit | null): void {
    if (commit !== null) expect(lastPosition(commit), "the end of its facts").toBe(asked.upTo);
    this.#auditor.hear(asked, commit?.events ?? []);
  }
}
