import { expect, test } from "vitest";
import { rewind } from "../rewind.ts";
import { HandClock } from "../testing/hand-clock.ts";
import { SharedMemory } from "../testing/shared-memory.ts";
import { actorIn, enter, openStage } from "../testing/stage.ts";
import { until } from "../testing/waiting.ts";

test("who forgets the beginning of a shared history keeps what others have marked meanwhile", async () => {
  const clock = new HandClock();
  const store = new SharedMemory(clock.read);
  const stage = await openStage({ store, wallClock: clock.read, historyLimit: 20 });
  const left = await enter(stage);
  const otherStage = await openStage({ store: new SharedMemory(clock.read, store), wallClock: clock.read });
  const [key = ""] = await left.world.transact(({ chronicle }) => [...chronicle.companyIds.keys()]);
  await otherStage.worlds.find(key);
  const right = actorIn(otherStage, left);
  await right.run({ type: "set-bookmark", name: "mine" });
  const charges = await right.see(({ chargeIds }) => chargeIds.length);
  while ((await store.inner.horizon("w")) === 0) await left.charge(1);
  await until(async () => (await store.inner.snapshots("w")).length > 0);
  expect((await rewind(right.world, { bookmark: "mine" })).type).toBe("world-rewound");
  expect(await left.see(({ chargeIds }) => chargeIds.length)).toBe(charges);
  expect(stage.troubles.reports).toEqual([]);
});
