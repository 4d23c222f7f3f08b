import { describe, expect, it } from "vitest";
import { FailingStore } from "../../src/engine/testing/failing-store.ts";
import { Damaged } from "../../src/store/damaged.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { startAt, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { everything } from "./webhook-flows.ts";
import { stateOf } from "./world-state.ts";

describe("a reset", () => {
  it("makes the world what a fresh one of that seed is", async () => {
    await using fresh = await startCheckedSandbox({ fixture: "with-retention" });
    await using sandbox = await startCheckedSandbox({ fixture: "with-retention" });
    const { account } = sandbox;
    const beginning = await account.position();
    await everything(account);
    const last = await account.position();
    const reset = await account.reset();
    expect(reset.body).toEqual({ position: last + 1, now: startAt, to: beginning, epoch: 0 });
    expect(await stateOf(account)).toEqual(await stateOf(fresh.account));
  });

  it("keeps pending what the beginning had pending, or cancels it", async () => {
    const webhook = { url: "https://hooks.acme.dev/saldo", name: "A", events: ["charge.expired"] };
    const charge = { total: 100, status: "PENDING", expiresIn: "PT1S" };
    const fixture = { companies: [{ name: "A", charges: [charge], webhooks: [webhook] }] };
    await using sandbox = await startHookedSandbox("ok", { fixture });
    const { account, receiver } = sandbox;
    const expired = async (count: number) => {
      await account.advance({ by: "PT1M" });
      expect(receiver.requests.length).toBe(count);
      await account.reset({ deliveries: "cancel" });
    };
    // A charge that is yet to expire is no delivery; it expires again, and is told with the same bytes.
    await expired(1);
    await expired(2);
    expect(receiver.requests[0]?.headers["x-webhook-delivery"]).toBe(
      receiver.requests[1]?.headers["x-webhook-delivery"],
    );
    expect(receiver.requests[0]?.body).toEqual(receiver.requests[1]?.body);
  });

  it("needs no body", async () => {
    await using sandbox = await startCheckedSandbox();
    for (const body of [undefined, {}, { deliveries: "resume" }]) {
      expect((await sandbox.ask("POST", "/sandbox/reset", body)).status).toBe(200);
    }
  });
});

describe("a world that has stopped", () => {
  const stopped = async () => {
    const store = new FailingStore(new MemoryStore());
    const sandbox = await startCheckedSandbox({ store, onTrouble: () => undefined });
    const { account, ask } = sandbox;
    await account.charge({ total: 1_000, paid: true });
    await account.bookmark("b");
    await account.charge({ total: 1_000, paid: true });
    store.breakDown();
    store.failReads(new Damaged("journal", 3, "it is cut"));
    expect((await ask("POST", "/sandbox/charges", { total: 1 })).status).toBe(503);
    store.repair();
    expect((await ask("GET", "/account-balance")).status).toBe(503);
    return sandbox;
  };

  it("goes on after a reset", async () => {
    await using sandbox = await stopped();
    expect((await sandbox.account.reset()).at("now")).toBe(startAt);
    expect(await sandbox.account.balance()).toBe(150_000);
    expect(await sandbox.account.charge({ total: 100 })).toMatch(/^chg_/);
  });

  it("goes on after a rewind, and stays stopped after one that is refused", async () => {
    await using sandbox = await stopped();
    const { account, ask } = sandbox;
    expect((await ask("POST", "/sandbox/rewind", { bookmark: "c" })).status).toBe(404);
    expect((await ask("GET", "/account-balance")).status).toBe(503);
    await account.rewind({ bookmark: "b" });
    expect(await account.balance()).toBe(151_000);
    expect(await account.charge({ total: 100 })).toMatch(/^chg_/);
  });
});
