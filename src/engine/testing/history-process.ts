import { expect } from "vitest";
import type { Instant } from "../../domain/instant.ts";
import { viewOf } from "../../domain/testing/audited-world.ts";
import type { AttemptReport } from "../../outbound/courier.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import { FakeDisk } from "../../store/lowdb/testing/fake-disk.ts";
import {
  type Beginning,
  type Commit,
  lastPosition,
  type Position,
  type WorldEntry,
  type WorldId,
  type WorldStore,
} from "../../store/world-store.ts";
import { archivistOf } from "../history/archivist.ts";
import { Actor } from "./actor.ts";
import { startAt } from "./hand-clock.ts";
import type { PowerFailure, Verdict } from "./history-step.ts";
import { acknowledged, refused, ScriptedCourier } from "./scripted-courier.ts";
import { enter, kept, openStage, type Stage } from "./stage.ts";
import { WrappedStore } from "./wrapped-store.ts";

/** A store that notes the commits that it is given, whether or not they become durable. */
class RecordingStore extends WrappedStore {
  readonly #log: Commit[];

  constructor(inner: WorldStore, log: Commit[]) {
    super(inner);
    this.#log = log;
  }

  override create(entry: WorldEntry, beginning: Beginning): Promise<void> {
    if ("position" in beginning) throw new Error("a world of a test begins with commits");
    this.#log.push(...beginning);
    return super.create(entry, beginning);
  }

  override append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    this.#log.push(...commits);
    return super.append(id, after, commits);
  }
}

export interface Room {
  readonly historyLimit: number;
  readonly segmentBytes: number;
  /** What receivers answer. It depends on the time, so that it comes out the same after a reset. */
  answers: readonly Verdict[];
}

/** A world when nothing is left to be done at this instant. */
export interface Observation {
  readonly view: unknown;
  readonly at: Instant;
  readonly position: Position;
  readonly bookmarks: unknown;
}

const folder = "/data";
const timedOut: AttemptReport = {
  httpStatus: null,
  failure: "TIMEOUT",
  error: "too slow",
  durationMs: 10_000,
  responseBody: null,
};
const reports: Record<Verdict, AttemptReport> = { ok: acknowledged, refused, timeout: timedOut };

/** A process that has one world of one company on a disk that may lose its power; and the next process, and the next. */
export class WorldProcess {
  readonly #room: Room;
  /** Every commit since the world began, without those that a crash has undone. */
  readonly log: Commit[] = [];
  /** Where the history ended when this process began. */
  reopenedAt: Position = 0;
  #disk = new FakeDisk();
  #stage: Stage | undefined;
  #actor: Actor | undefined;
  #courier = new ScriptedCourier();

  private constructor(room: Room) {
    this.#room = room;
  }

  /** A process with a world that has just begun. */
  static async begin(room: Room): Promise<WorldProcess> {
    const process = new WorldProcess(room);
    const stage = await process.#openStage();
    process.#stage = stage;
    process.#actor = await enter(stage);
    return process;
  }

  get actor(): Actor {
    if (this.#actor === undefined) throw new Error("there is no process");
    return this.#actor;
  }

  get #open(): Stage {
    if (this.#stage === undefined) throw new Error("there is no process");
    return this.#stage;
  }

  /** Whatever a process had to report about its worlds. */
  get troubles(): readonly unknown[] {
    return this.#open.troubles.reports.map(({ error }) => error);
  }

  /** What was posted to receivers since this process began. */
  get requests() {
    return this.#courier.requests;
  }

  /** Waits until nothing is left to be done at this instant, and looks. */
  async settled(): Promise<Observation> {
    const { world } = this.actor;
    for (;;) {
      const observed = await world.transact(({ world, at, position, chronicle }) => {
        const bookmarks = new Map(
          [...chronicle.bookmarks.values()].map(({ name, ...place }) => [
            name,
            { position: place.position, at: place.at },
          ]),
        );
        // What goes on in the world must not change what was seen.
        return { view: structuredClone(viewOf(world)), at, position, bookmarks };
      });
      const underWay = world.attemptsUnderWay();
      if (underWay === null) return observed;
      await underWay;
    }
  }

  /** Lets the power fail at a call of the disk that is yet to come. */
  failAfter(calls: number): void {
    this.#disk.fail(this.#disk.made.length + 1 + calls, "crash");
  }

  /** The power fails now, at the latest, and another process opens what is left. */
  async crash({ seed, again }: PowerFailure): Promise<void> {
    this.#disk = this.#disk.crash(seed);
    await this.#open.worlds.stop();
    if (again !== null) await this.#failWhileOpening(again, seed);
    await this.#reopen();
  }

  /** The process ends as it should; with `power`, as far as it gets. */
  async restart(power: PowerFailure | null): Promise<void> {
    if (power !== null) this.failAfter(power.afterCalls);
    await this.#open.worlds.close();
    if (power !== null) return this.crash(power);
    await this.#reopen();
  }

  /** Ends for good. */
  async end(): Promise<void> {
    await this.#open.worlds.close();
  }

  async #failWhileOpening(calls: number, seed: number): Promise<void> {
    this.#disk.fail(calls + 1, "crash");
    const stage = await this.#openStage().catch(() => null);
    this.#disk = this.#disk.crash(seed + 1);
    await stage?.worlds.stop();
  }

  async #reopen(): Promise<void> {
    const stage = await this.#openStage();
    const world = stage.worlds.get("w");
    if (world === null) throw new Error("the world is gone");
    this.#stage = stage;
    this.#actor = new Actor(world, this.actor.companyId);
  }

  async #openStage(): Promise<Stage> {
    const { historyLimit, segmentBytes } = this.#room;
    const store = await LowdbStore.open(folder, { disk: this.#disk, segmentBytes });
    if (this.log.length > 0) await this.#cut(store);
    this.#courier = new ScriptedCourier(({ url, event, sentAt }) => {
      const turn = url.length + event.length + Math.floor((sentAt - startAt) / 1_000);
      return reports[this.#room.answers[turn % this.#room.answers.length] ?? "ok"];
    });
    const recording = new RecordingStore(store, this.log);
    return openStage({ store: recording, courier: this.#courier, archivist: archivistOf(store), historyLimit });
  }

  /** Forgets what the disk does not have. What it has must be what it was given. */
  async #cut(store: WorldStore): Promise<void> {
    const stored = await kept(store);
    const last = stored.at(-1);
    const end = last === undefined ? await store.horizon("w") : lastPosition(last);
    this.reopenedAt = end;
    this.log.splice(this.log.findLastIndex((commit) => lastPosition(commit) <= end) + 1);
    const given = this.log.slice(this.log.length - stored.length);
    expect(JSON.stringify(stored), "what is kept").toBe(JSON.stringify(given));
  }
}
