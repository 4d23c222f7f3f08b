import { describe, expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

describe("errors", () => {
  it("initiating beside an open withdrawal: 409, which names the open one", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.open(1_000);
    const refused = await account.initiate(1_000);
    expect(refused.status).toBe(409);
    expect(refused.text("data.withdrawId")).toBe(withdrawId);
    expect(refused.text("message")).toContain(withdrawId);
    expect(await account.balance()).toBe(149_000);
    await account.cancel(withdrawId);
    const next = await account.open(1_000);
    await account.confirm(next, await account.code(next));
    expect((await account.initiate(1_000)).status).toBe(201);
  });

  it("five wrong codes: nothing can be confirmed before a new code was sent", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const blocked = await account.open(1_000);
    await account.block(blocked);
    const code = await account.code(blocked);
    expect((await account.confirm(blocked, code)).status).toBe(423);
    await account.resend(blocked);
    expect((await account.confirm(blocked, code)).status).toBe(423);
    await account.advance({ by: "PT5M" });
    expect((await account.confirm(blocked, code)).status).toBe(423);
    await account.resend(blocked);
    expect((await account.confirm(blocked, await account.code(blocked))).status).toBe(200);
  });

  it("5 wrong OTP attempts block that withdrawal and no other one", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const blocked = await account.open(1_000);
    await account.block(blocked);
    await account.cancel(blocked);
    const other = await account.open(1_000);
    expect((await account.confirm(other, await account.code(other))).status).toBe(200);
  });

  it("an expired code: refused, until /resend-otp has sent another one", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "code-expired" });
    const { account } = sandbox;
    const withdrawId = String((await account.history())[0]?.withdrawId);
    const old = await account.code(withdrawId);
    expect((await account.confirm(withdrawId, old)).at("data.code")).toBe("OTP_EXPIRED");
    expect((await account.resend(withdrawId)).status).toBe(200);
    expect((await account.confirm(withdrawId, await account.code(withdrawId))).status).toBe(200);
  });

  it("/resend-otp while the code lives: refused, and nothing is sent", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "code-blocked" });
    const { account, ask } = sandbox;
    const withdrawId = String((await account.history())[0]?.withdrawId);
    const refused = await account.resend(withdrawId);
    expect(refused.status).toBe(409);
    expect(refused.at("data.code")).toBe("OTP_STILL_VALID");
    expect((await ask("GET", "/sandbox/inbox")).at("messages.length")).toBe(1);
  });

  it("/cancel called after confirmation: rejected, and the withdrawal goes on", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.openConfirmed();
    const refused = await account.cancel(withdrawId);
    expect(refused.status).toBe(409);
    const data = { code: "WITHDRAWAL_NOT_CANCELLABLE", withdrawId, withdrawalStatus: "APPROVED" };
    expect(refused.at("data")).toEqual(data);
    await account.advance({ by: "PT10S" });
    expect(await account.status(withdrawId)).toBe("CONFIRMED");
  });

  it("/cancel called while in review: rejected, it was confirmed", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: "pending-review" });
    const { account } = sandbox;
    const [waiting] = await account.history();
    const refused = await account.cancel(String(waiting?.withdrawId));
    expect(refused.at("data")).toMatchObject({ withdrawalStatus: "PENDING_REVIEW" });
  });

  it("a value below the floor: refused, and nothing is opened", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    expect((await account.initiate(300)).status).toBe(422);
    expect(await account.history()).toEqual([]);
    expect(await account.balance()).toBe(150_000);
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
