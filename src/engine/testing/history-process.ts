import type { Report } from "../../outbound/courier.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import { FakeDisk } from "../../store/lowdb/testing/fake-disk.ts";
import { archivistOf } from "../history/archivist.ts";
import { receiverOf, type Sight, sightOf } from "./history-sight.ts";
import type { PowerFailure } from "./history-step.ts";
import type { Receivers, Verdict } from "./model-state.ts";
import { acknowledged, refused, ScriptedCourier } from "./scripted-courier.ts";
import { Actor, enter, openStage, type Stage } from "./stage.ts";

export interface Room {
  readonly historyLimit: number;
  readonly segmentBytes: number;
  receivers: Receivers;
}

const folder = "/data";
const timedOut: Report = {
  httpStatus: null,
  failure: "TIMEOUT",
  error: "too slow",
  durationMs: 10_000,
  responseBody: null,
};
const reports: Record<Verdict, Report> = { ok: acknowledged, refused, timeout: timedOut };

/** A process that has one world of one company on a disk that may lose its power; and the next process, and the next. */
export class WorldProcess {
  readonly #room: Room;
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
  get letters() {
    return this.#courier.letters;
  }

  /** Waits until nothing is left to be done at this instant, and looks. */
  async settled(): Promise<Sight> {
    const { world, companyId } = this.actor;
    for (;;) {
      const sight = await world.transact((moment) => sightOf(moment, companyId));
      const underWay = world.attemptsUnderWay();
      if (underWay === null) return sight;
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
    this.#courier = new ScriptedCourier(({ url, event, sentAt }) => {
      return reports[this.#room.receivers(receiverOf(url), event, sentAt)];
    });
    return openStage({ store, courier: this.#courier, archivist: archivistOf(store), historyLimit });
  }
}
