import { expect, test } from "vitest";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { fingerprint } from "../../domain/testing/fingerprint.ts";
import { replay } from "../../engine/history/replay.ts";
import { fromSnapshot } from "../../engine/history/world-snapshot.ts";
import { enter, openStage } from "../../engine/testing/stage.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import { workerArchivist } from "./worker-archivist.ts";

const folder = folderOfTests();

test("a worker writes a world down beside the process that has it at work", async () => {
  const store = await LowdbStore.open(folder);
  const stage = await openStage({ store });
  const actor = await enter(stage);
  await actor.charge(1_000, { paid: true });
  const { position, print } = await actor.world.transact(({ world, position }) => {
    return { position, print: fingerprint(world) };
  });
  await actor.initiated();
  await workerArchivist(folder, store)("w", [position]);
  expect(await store.snapshots("w")).toEqual([position]);
  const snapshot = await store.snapshot("w", position);
  expect(snapshot && fingerprint((await fromSnapshot(snapshot)).world)).toBe(print);
  await actor.charge(1_000);
  const present = await actor.world.transact(({ world }) => fingerprint(world));
  expect(fingerprint((await replay(store, "w")).world)).toBe(present);
  await stage.worlds.close();
});

test("what goes wrong there is told here", async () => {
  const store = await LowdbStore.open(folder);
  await expect(workerArchivist(folder, store)("nobody", [1])).rejects.toThrow(/nobody/);
  await store.close();
});
