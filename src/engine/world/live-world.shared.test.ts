import { describe, expect, onTestFinished, test, vi } from "vitest";
import { advance } from "../advance.ts";
import { rewind } from "../rewind.ts";
import type { Actor } from "../testing/actor.ts";
import { HandClock, hours, seconds } from "../testing/hand-clock.ts";
import { SharedMemory } from "../testing/shared-memory.ts";
import { actorIn, enter, eventTypesOf, kept, openStage, type Stage, type StageOptions } from "../testing/stage.ts";
import { Unavailable } from "../unavailable.ts";

interface Replica {
  readonly store: SharedMemory;
  readonly stage: Stage;
  readonly actor: Actor;
}

/** Two processes, as it were, that share a store with one world. */
async function replicas({ rate, ...options }: StageOptions & { rate?: number } = {}) {
  const clock = new HandClock();
  const store = new SharedMemory(clock.read);
  const stage = await openStage({ ...options, store, wallClock: clock.read });
  const actor = await enter(stage, rate === undefined ? {} : { mode: "running", rate });
  const left: Replica = { store, stage, actor };
  const other = new SharedMemory(clock.read, store);
  const otherStage = await openStage({ ...options, store: other, wallClock: clock.read });
  const [key = ""] = await actor.world.transact(({ chronicle }) => [...chronicle.companyIds.keys()]);
  await otherStage.worlds.find(key);
  const right: Replica = { store: other, stage: otherStage, actor: actorIn(otherStage, actor) };
  return { clock, left, right };
}

/** The charges that were made since the world began with one. */
function chargesOf({ actor }: Replica): Promise<number> {
  return actor.see(({ chargeIds }) => chargeIds.length - 1);
}

describe("processes that share a world", () => {
  test("see at once what the other one has answered", async () => {
    const { left, right } = await replicas();
    for (let round = 1; round <= 5; round += 1) {
      await left.actor.charge(100);
      expect(await chargesOf(right)).toBe(2 * round - 1);
      await right.actor.charge(100);
      expect(await chargesOf(left)).toBe(2 * round);
    }
    expect((await left.actor.look()).print).toBe((await right.actor.look()).print);
  });

  test("decide each command once, on all that was decided before", async () => {
    const { left, right } = await replicas();
    const outcomes = await Promise.all([left.actor.initiate(), right.actor.initiate(), right.actor.initiate()]);
    expect(outcomes.map(({ type }) => type).sort()).toEqual([
      "initiated",
      "withdrawal-already-open",
      "withdrawal-already-open",
    ]);
    const events = eventTypesOf(await kept(left.store));
    expect(events.filter((type) => type === "WithdrawalInitiated")).toHaveLength(1);
    expect([...left.stage.troubles.reports, ...right.stage.troubles.reports]).toEqual([]);
  });

  test("take one turn for all requests that wait", async () => {
    const { left } = await replicas();
    const before = left.store.taken;
    // No time passes, because after some milliseconds a turn ends before it has done all.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    await Promise.all(Array.from({ length: 100 }, () => left.actor.charge(1)));
    expect(left.store.taken - before).toBe(1);
    expect(await chargesOf(left)).toBe(100);
  });

  test("have the same time, also after one of them has advanced it and waited", async () => {
    const { clock, left, right } = await replicas({ rate: 1 });
    const outcome = await advance(left.actor.world, { by: "PT1H" });
    expect(outcome.type).toBe("clock-advanced");
    const timeOf = ({ actor }: Replica) => actor.world.transact(({ at }) => at);
    expect(await timeOf(right)).toBe(await timeOf(left));
    clock.pass(10 * seconds);
    expect(await timeOf(right)).toBe(await timeOf(left));
    expect((await timeOf(right)) - clock.read()).toBe(hours);
  });

  test("go back together", async () => {
    const { left, right } = await replicas();
    await left.actor.charge(1);
    const { position } = await left.actor.world.transact(({ position }) => ({ position }));
    await right.actor.charge(2);
    expect((await rewind(left.actor.world, { position })).type).toBe("world-rewound");
    expect(await chargesOf(right)).toBe(1);
    await right.actor.charge(3);
    expect((await left.actor.look()).print).toBe((await right.actor.look()).print);
    expect(right.stage.troubles.reports).toEqual([]);
  });

  test("read the world again if the others have written much", async () => {
    const { left, right } = await replicas();
    right.store.maxTail = 3;
    for (let i = 0; i < 10; i += 1) await left.actor.charge(1);
    expect(await chargesOf(right)).toBe(10);
    expect(right.stage.troubles.reports).toEqual([]);
  });

  test("read on, and not all of it again, if that is enough", async () => {
    const { left, right } = await replicas();
    Object.assign(right.store, { maxTail: 3, maxGlance: 100 });
    const read = vi.spyOn(right.store, "read");
    for (let i = 0; i < 10; i += 1) await left.actor.charge(1);
    await right.actor.charge(1);
    expect(await chargesOf(right)).toBe(11);
    expect(read).not.toHaveBeenCalled();
  });

  test("catch up at the next request if the others wrote faster than one of them could read", async () => {
    const { left, right } = await replicas();
    right.store.maxTail = -1;
    await left.actor.charge(1);
    for (let i = 0; i < 2; i += 1) await expect(right.actor.charge(1)).rejects.toThrow(Unavailable);
    for (let i = 0; i < 10; i += 1) await left.actor.charge(1);
    right.store.maxTail = 3;
    await right.actor.charge(1);
    expect(await chargesOf(right)).toBe(12);
  });

  test.each([
    ["was not kept", "lost", 0],
    ["was kept untold", "kept-untold", 1],
  ] as const)(
    "after a turn that %s: who asked learns that it is not known, and all see what is kept",
    async (_what, fault, charges) => {
      const { left, right } = await replicas();
      left.store.fault = fault;
      await expect(left.actor.charge(1)).rejects.toThrow(Unavailable);
      for (const replica of [left, right]) expect(await chargesOf(replica)).toBe(charges);
      await left.actor.charge(1);
      expect(await chargesOf(right)).toBe(charges + 1);
      expect(left.stage.troubles.reports).toHaveLength(1);
    },
  );

  test("reject requests while the store is away, go on when it is back, and may end meanwhile", async () => {
    const { left, right } = await replicas();
    left.store.fault = "away";
    right.store.fault = "away";
    await expect(left.actor.charge(1)).rejects.toThrow(Unavailable);
    await expect(chargesOf(left)).rejects.toThrow(Unavailable);
    left.store.fault = undefined;
    await left.actor.charge(1);
    expect(await chargesOf(left)).toBe(1);
    await right.stage.worlds.stop();
    await expect(right.actor.charge(1)).rejects.toThrow("shutting down");
  });

  test("end, and leave the world to the others", async () => {
    const { left, right } = await replicas();
    await left.actor.charge(1);
    await left.stage.worlds.stop();
    await expect(left.actor.charge(1)).rejects.toThrow("shutting down");
    await right.actor.charge(1);
    expect(await chargesOf(right)).toBe(2);
  });
});
