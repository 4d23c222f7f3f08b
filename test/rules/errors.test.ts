import { describe, expect, it } from "vitest";
import { later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const unknownId = "wdr_000000000000000000000000";

// Which of several reasons wins is the deciders' matter: src/domain/decide/withdrawals.precedence.test.ts.
describe("errors", () => {
  it("a malformed request is refused before the withdrawal is looked for, in every operation", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    await account.open();
    const refused = [
      await account.initiate(0),
      await account.confirm(unknownId, "12345"),
      await account.resend(""),
      await account.cancel(""),
    ];
    for (const answer of refused) expect([answer.status, answer.at("data.code")]).toEqual([400, "REQUEST_MALFORMED"]);
  });

  it("an unknown withdrawal: 404 in every operation", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const refused = [
      await account.confirm(unknownId, "123456"),
      await account.resend(unknownId),
      await account.cancel(unknownId),
    ];
    for (const { status, body } of refused) {
      expect([status, Object(body).data]).toEqual([404, { code: "WITHDRAWAL_UNKNOWN", withdrawId: unknownId }]);
    }
  });

  it("a confirmed withdrawal: 409 to whatever needs an open one, with its status", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.openConfirmed();
    const data = { withdrawId, withdrawalStatus: "APPROVED" };
    const refused = [await account.confirm(withdrawId, "123456"), await account.resend(withdrawId)];
    for (const answer of refused) {
      expect([answer.status, answer.at("data")]).toEqual([409, { code: "WITHDRAWAL_NOT_AWAITING_OTP", ...data }]);
    }
    const cancelled = await account.cancel(withdrawId);
    expect([cancelled.status, cancelled.at("data")]).toEqual([409, { code: "WITHDRAWAL_NOT_CANCELLABLE", ...data }]);
  });

  it("a code that is blocked and expired: 423, until another one was sent", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.open();
    await account.block(withdrawId);
    await account.advance({ to: later(startAt, 5 * minute) });
    expect((await account.confirm(withdrawId, await account.code(withdrawId))).status).toBe(423);
    await account.resend(withdrawId);
    expect((await account.confirm(withdrawId, await account.code(withdrawId))).status).toBe(200);
  });

  it("a confirmation and a cancellation at once: one of them wins", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    for (let i = 0; i < 5; i += 1) {
      const withdrawId = await account.open(1_000);
      const code = await account.code(withdrawId);
      const [confirmed, cancelled] = await Promise.all([account.confirm(withdrawId, code), account.cancel(withdrawId)]);
      expect([confirmed.status, cancelled.status].sort()).toEqual([200, 409]);
      expect(await account.status(withdrawId)).toBe(confirmed.status === 200 ? "APPROVED" : "CANCELLED");
    }
  });

  it("no refusal changes anything, but for a wrong code that is counted", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const withdrawId = await account.open();
    const before = (await account.events()).length;
    const refusals = [
      await account.initiate(1_000),
      await account.resend(withdrawId),
      await account.confirm("wdr_none", "123456"),
      await account.cancel("wdr_none"),
      await ask("POST", `/sandbox/withdrawals/${withdrawId}/approve`),
      await ask("POST", "/sandbox/charges/chg_none/pay"),
      await ask("PATCH", "/sandbox/settings", { timeZone: "Mars/Olympus" }),
      await ask("POST", "/sandbox/clock/advance", { to: "2020-01-01T00:00:00.000Z" }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 404, 404, 409, 404, 422, 422]);
    expect(await account.events()).toHaveLength(before);
    const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
    await account.confirm(withdrawId, wrong);
    expect(await account.events()).toHaveLength(before + 1);
  });
});

describe("authentication", () => {
  it("calls without a known key are refused in the envelope", async () => {
    await using sandbox = await startCheckedSandbox();
    for (const key of [null, "", "nobody", "x".repeat(5_000)]) {
      for (const prefix of ["", "/v1"]) {
        const refused = await sandbox.as(key)("GET", `${prefix}/account-balance`);
        expect(refused.status).toBe(401);
        expect(refused.at("data")).toEqual({ code: "UNAUTHORIZED" });
        if (key !== null && key !== "") expect(JSON.stringify(refused.body)).not.toContain(key);
      }
      expect((await sandbox.as(key)("GET", "/sandbox/world")).at("code")).toBe("UNAUTHORIZED");
    }
  });

  it("a key acts on its own company, also for the withdrawals of another one in the same world", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const withdrawId = await account.open();
    const code = await account.code(withdrawId);
    const chargeId = await account.charge({ total: 100 });
    const subscriptionId = await account.subscription({ amountCents: 100, interval: "P1M" });
    const stranger = sandbox.accountOf((await ask("POST", "/sandbox/companies", {})).text("apiKey"));
    expect((await stranger.confirm(withdrawId, code)).status).toBe(404);
    expect((await stranger.resend(withdrawId)).status).toBe(404);
    expect((await stranger.cancel(withdrawId)).status).toBe(404);
    expect((await stranger.withdrawal(withdrawId)).status).toBe(404);
    expect((await stranger.ask("POST", `/sandbox/withdrawals/${withdrawId}/approve`)).status).toBe(404);
    expect((await stranger.ask("GET", `/sandbox/inbox?withdrawId=${withdrawId}`)).at("messages")).toEqual([]);
    expect((await stranger.move(chargeId, "pay")).status).toBe(404);
    expect((await stranger.ask("GET", `/sandbox/charges/${chargeId}`)).status).toBe(404);
    expect((await stranger.ask("POST", `/sandbox/subscriptions/${subscriptionId}/authorize`)).status).toBe(404);
    expect((await stranger.ask("GET", `/sandbox/subscriptions/${subscriptionId}`)).status).toBe(404);
    expect(await stranger.history()).toEqual([]);
    expect((await account.confirm(withdrawId, code)).status).toBe(200);
  });
});
