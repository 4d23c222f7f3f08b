import { expect, test } from "vitest";
import { MemoryStore } from "../../store/memory-store.ts";
import { rewind } from "../rewind.ts";
import { Actor } from "../testing/actor.ts";
import { onStage, openStage } from "../testing/stage.ts";
import { until } from "../testing/waiting.ts";
import { WrappedStore } from "../testing/wrapped-store.ts";
import { horizonOf } from "./horizon.ts";

test.each<[number, number[], number]>([
  [0, [], 0],
  [0, [7], 0],
  [10, [3, 10, 20], 10],
  [10, [3, 14, 20], 20],
  [10, [3, 14], 10],
  [10, [3], 10],
])("of a history kept after %s, in files of ten, with snapshots at %j it is %s", async (keptAfter, there, horizon) => {
  const nextHorizon = async (_id: string, upTo: number) => Math.max(keptAfter, upTo - (upTo % 10));
  const store = { horizon: async () => keptAfter, nextHorizon, snapshots: async () => there };
  expect(await horizonOf(store, "w")).toBe(horizon);
});

/** A store that was killed while it forgot: a part of what was to be forgotten is still there. */
class HalfForgetful extends WrappedStore {
  #before = 0;

  override async horizon(id: string): Promise<number> {
    const end = await this.inner.horizon(id);
    if (end > 0 && this.#before === 0) this.#before = end - 8;
    return end > 0 ? this.#before : 0;
  }
}

test("what is left of a history that was being forgotten is no place to go back to", async () => {
  const inner = new MemoryStore();
  const store = new HalfForgetful(inner);
  const { actor } = await onStage({ store, historyLimit: 100 });
  for (let fee = 0; fee < 130; fee += 1) {
    await actor.run({ type: "change-settings", patch: { withdrawalFee: fee } });
  }
  await until(async () => (await inner.horizon("w")) > 0);
  const horizon = await inner.horizon("w");
  const { worlds } = await openStage({ store });
  const again = new Actor(worlds.get("w") ?? actor.world, actor.companyId);
  expect(await store.horizon("w")).toBe(horizon - 8);
  expect(await rewind(again.world, { position: horizon - 4 })).toMatchObject({
    type: "rewind-beyond-horizon",
    horizon,
  });
  expect(await rewind(again.world, { position: horizon })).toMatchObject({ to: horizon });
});
