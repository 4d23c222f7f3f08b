import { expect, it } from "vitest";
import { FailingStore } from "../../src/engine/testing/failing-store.ts";
import { Damaged } from "../../src/store/damaged.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { startAt, startCheckedSandbox } from "./checked-sandbox.ts";

it("a world that has stopped stays so after a rewind that is rejected, and goes on after one, and after a reset", async () => {
  const store = new FailingStore(new MemoryStore());
  await using sandbox = await startCheckedSandbox({ store, onTrouble: () => undefined });
  const { account, ask } = sandbox;
  const stop = async () => {
    store.breakDown();
    store.failReads(new Damaged("journal", 3, "it is cut"));
    expect((await ask("POST", "/sandbox/charges", { total: 1 })).status).toBe(503);
    store.repair();
    expect((await ask("GET", "/account-balance")).status).toBe(503);
  };
  await account.charge({ total: 1_000, paid: true });
  await account.bookmark("b");
  await stop();
  expect((await ask("POST", "/sandbox/rewind", { bookmark: "c" })).status).toBe(404);
  expect((await ask("GET", "/account-balance")).status).toBe(503);
  await account.rewind({ bookmark: "b" });
  expect(await account.balance()).toBe(151_000);
  await stop();
  expect((await account.reset()).at("now")).toBe(startAt);
  expect(await account.charge({ total: 100 })).toMatch(/^chg_/);
});
