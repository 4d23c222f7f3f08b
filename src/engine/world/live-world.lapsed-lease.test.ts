import { expect, test } from "vitest";
import type { Sharing } from "../../store/sharing.ts";
import { type Commit, Conflict, type Position, type WorldId, WriteFailed } from "../../store/world-store.ts";
import { ALONE } from "../testing/alone.ts";
import { delivering, eventTypesOf, kept, onStage, recorded } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";
import { WrappedStore } from "../testing/wrapped-store.ts";
import { Unavailable, WorldMoved } from "../unavailable.ts";

/** A store of several processes whose lease runs out, and is renewed without another process having taken the world. */
class LapsingStore extends WrappedStore {
  isLapsed = false;
  /** How often it was asked while the lease had run out. */
  refused = 0;
  #lapsesNext = false;

  /** The lease runs out with the next append. */
  lapseNext(): void {
    this.#lapsesNext = true;
  }

  readonly sharing: Sharing = {
    ...ALONE,
    assertCurrent: () => {
      if (!this.isLapsed) return;
      this.refused += 1;
      throw new WriteFailed("the lease has run out");
    },
  };

  override async append(id: WorldId, after: Position, commits: readonly Commit[]): Promise<void> {
    await this.inner.append(id, after, commits);
    this.isLapsed ||= this.#lapsesNext;
    this.#lapsesNext = false;
  }
}

test("the result of an attempt that ends while the lease has run out is recorded", async () => {
  const store = new LapsingStore();
  const { courier, actor } = await delivering({ store });
  store.isLapsed = true;
  courier.end();
  await expect(actor.charge(100)).rejects.toThrow(Unavailable);
  await quiet();
  store.isLapsed = false;
  await until(async () => (await recorded(store)) === 1);
  expect((await actor.deliveries()).map(({ state }) => state)).toEqual(["DELIVERED"]);
});

test("no attempt begins while the lease has run out; it begins by itself when the lease goes on", async () => {
  const store = new LapsingStore();
  const { courier } = await delivering({ store, wallClock: Date.now }, { mode: "running" }, 65);
  store.isLapsed = true;
  courier.end();
  await until(() => store.refused > 0);
  await quiet();
  expect(courier.requests).toHaveLength(64);
  store.isLapsed = false;
  await until(() => courier.requests.length === 65);
});

test("what falls due while the lease has run out happens by itself when the lease goes on", async () => {
  const store = new LapsingStore();
  const { actor } = await onStage({ store, wallClock: Date.now }, { mode: "running", rate: 3_600_000 });
  store.lapseNext();
  await actor.charge(100, { expiresIn: "PT50H" });
  await until(() => store.refused > 0);
  store.isLapsed = false;
  await until(async () => eventTypesOf(await kept(store)).includes("ChargeExpired"));
});

test("what a process decides after another one has continued the history is looked for again with the world", async () => {
  const store = new LapsingStore();
  const { actor } = await onStage({ store });
  store.append = () => Promise.reject(new Conflict("another writer continued the world"));
  await expect(actor.initiate()).rejects.toThrow(WorldMoved);
});
