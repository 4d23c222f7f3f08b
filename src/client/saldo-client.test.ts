import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "../testing/start-sandbox.ts";
import { SaldoClient, type SaldoWorld } from "./saldo-client.ts";
import { UnexpectedAnswer } from "./unexpected-answer.ts";

const adminToken = "of the operator";
let sandbox: SaldoWorld;
beforeAll(async () => {
  sandbox = await startSandbox({ adminToken });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

async function open({ interface: platform }: SaldoClient, value: number): Promise<string> {
  const { data } = await platform.POST("/account-balance/withdraw", { body: { value } });
  if (data === undefined) throw new Error("the withdrawal was refused");
  return data.data.withdrawId;
}

describe("a withdrawal, told with types only", () => {
  test("is confirmed with the latest code and settled by the clock", async () => {
    await using world = await sandbox.world();
    const withdrawId = await open(world, 50_000);
    const otpCode = await world.inbox.latestCode(withdrawId);
    const confirmed = await world.interface.POST("/account-balance/withdraw/confirm", {
      body: { withdrawId, otpCode },
    });
    expect(confirmed.data?.data.status).toBe("APPROVED");

    const { fired, to } = await world.clock.advance({ by: "PT10S" });
    expect(fired.map(({ type }) => type)).toEqual(["WithdrawalSettled", "NotificationRaised"]);
    expect((await world.clock.read()).now).toBe(to);
  });

  test("of which there is no code yet, says so", async () => {
    await using world = await sandbox.world();
    await expect(world.inbox.latestCode()).rejects.toThrow(/no code was sent/);
    await expect(world.inbox.latestCode("wdr_1")).rejects.toThrow(/for the withdrawal wdr_1/);
  });
});

test("charges are created, processed, paid, refunded and charged back", async () => {
  await using world = await sandbox.world();
  const { charges } = world;
  const { chargeId } = await charges.create({ total: 10_000 });
  expect((await charges.process(chargeId)).paymentStatus).toBe("PROCESSING");
  expect((await charges.pay(chargeId)).paymentStatus).toBe("PAID");
  expect((await charges.refund(chargeId)).paymentStatus).toBe("REFUNDED");
  const paid = await charges.create({ total: 500, paid: true });
  expect((await charges.chargeback(paid.chargeId)).reversal).toBe("CHARGEBACK");
  const late = await charges.create({ total: 700 });
  expect((await charges.expire(late.chargeId)).paymentStatus).toBe("EXPIRED");
  expect(await charges.get(late.chargeId)).toMatchObject({ total: 700, paymentStatus: "EXPIRED" });
  expect((await charges.list({ limit: 5 })).charges.map((charge) => charge.chargeId)).toContain(late.chargeId);
});

test("a world goes back to a bookmark, and to its beginning", async () => {
  await using world = await sandbox.world();
  const { history, clock } = world;
  const { position, at } = await history.bookmark("before");
  await clock.advance({ by: "P1D" });
  expect(await history.rewind({ bookmark: "before" })).toMatchObject({ to: position, now: at });
  await clock.set({ mode: "running", rate: 60 });
  await clock.set({ mode: "frozen" });
  await history.reset();
  const { events } = await history.events({ type: "WorldRewound" });
  expect(events).toHaveLength(2);
});

test("what is refused is thrown, with what the sandbox has said", async () => {
  await using world = await sandbox.world();
  const refused = await world.charges.pay("chg_nowhere").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnexpectedAnswer);
  expect(refused).toMatchObject({ status: 404, body: { code: "CHARGE_UNKNOWN" } });
  expect(String(refused)).toMatch(/charges\/chg_nowhere\/pay was answered with 404: .*CHARGE_UNKNOWN/);
});

describe("worlds of tests", () => {
  test("never meet", async () => {
    await using one = await sandbox.world();
    await using other = await sandbox.world();
    await open(one, 1_000);
    await open(other, 1_000);
    await one.clock.advance({ by: "P1D" });
    expect((await other.clock.read()).now).toBe("2026-03-02T12:00:00.000Z");
  });

  test("begin in the same way every time, with a clock that stands still, unless told otherwise", async () => {
    await using one = await sandbox.world();
    await using other = await sandbox.world();
    expect(await open(one, 1_000)).toBe(await open(other, 1_000));
    expect((await one.clock.read()).mode).toBe("frozen");
    await using running = await sandbox.world({ seed: "mine", clock: { mode: "running" } });
    expect((await running.clock.read()).mode).toBe("running");
    expect(await open(running, 1_000)).not.toBe(await open(await sandbox.world(), 1_000));
  });

  test("have the companies of their fixture, and each speaks for itself", async () => {
    await using busy = await sandbox.world({ fixture: "busy" });
    expect(busy.companies).toHaveLength(3);
    const [, second] = busy.companies;
    const { data } = await busy.of(second?.apiKey ?? "").control.GET("/company");
    expect(data?.companyId).toBe(second?.companyId);
  });

  test("are deleted at their end", async () => {
    const world = await sandbox.world();
    await world[Symbol.asyncDispose]();
    expect((await world.ask("GET", "/account-balance")).status).toBe(401);
  });

  test("need the admin token, where one is set", async () => {
    const stranger = new SaldoClient({ url: sandbox.url, apiKey: sandbox.apiKey });
    await expect(stranger.world()).rejects.toMatchObject({ status: 401 });
    await (await new SaldoClient({ url: sandbox.url, apiKey: null, adminToken }).world())[Symbol.asyncDispose]();
  });
});
