import { describe, expect, it } from "vitest";
import { later, second, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const endToEndId = /^E\d{8}\d{12}[0-9A-Za-z]{11}$/;

describe("withdrawal: states and transitions", () => {
  it("none -> open: a withdrawId is returned, the OTP is e-mailed, the value leaves the balance", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const initiated = await account.initiate(50_000);
    const withdrawId = initiated.text("data.withdrawId");
    const pixKey = (await ask("GET", "/sandbox/company")).text("pixKey");
    expect(initiated.at("data")).toMatchObject({
      status: "CREATED",
      value: 50_000,
      fee: 200,
      netValue: 49_800,
      pixKey,
    });
    expect((await ask("GET", "/sandbox/inbox")).at("messages.0.withdrawId")).toBe(withdrawId);
    expect(await account.balance()).toBe(100_000);
    expect(await account.record(withdrawId)).toMatchObject({ status: "CREATED", value: 50_000, createdAt: startAt });
  });

  it("APPROVED -> CONFIRMED: the payment is confirmed, endToEndId appears, withdraw.completed fires once", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.openConfirmed();
    await account.advance({ to: later(startAt, 10 * second) });
    const record = await account.record(withdrawId);
    expect(record).toMatchObject({ status: "CONFIRMED", value: 50_000 });
    expect(record.endToEndId).toMatch(endToEndId);
    expect(String(record.endToEndId).slice(9, 21)).toBe("202603021200");
    const told = await account.told("withdraw.completed");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      withdrawId,
      status: "CONFIRMED",
      origin: "MANUAL",
      value: 50_000,
      fee: 200,
      netValue: 49_800,
      endToEndId: record.endToEndId,
      completedAt: later(startAt, 10 * second),
    });
    expect(await account.balance()).toBe(100_000);
    await account.advance({ by: "P30D" });
    expect(await account.told("withdraw.completed")).toHaveLength(1);
  });

  it("PENDING_REVIEW -> processing: a super admin approves, and it settles like any other", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    await account.settings({ manualApproval: true });
    const withdrawId = await account.openConfirmed();
    await account.advance({ by: "PT2H" });
    const approved = await ask("POST", `/sandbox/withdrawals/${withdrawId}/approve`);
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({ status: "APPROVED", settlesAt: later(await account.now(), 10 * second) });
    expect(approved.at("position")).toBe((await ask("GET", "/sandbox/world")).at("position"));
    await account.advance({ toNext: true });
    expect(await account.status(withdrawId)).toBe("CONFIRMED");
    expect(await account.told("withdraw.completed")).toHaveLength(1);
  });

  it("PENDING_REVIEW -> CANCELLED: a super admin declines, and all of the value is given back", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    await account.settings({ manualApproval: true });
    const withdrawId = await account.openConfirmed();
    expect(await account.balance()).toBe(100_000);
    const declined = await ask("POST", `/sandbox/withdrawals/${withdrawId}/decline`);
    expect(declined.at("status")).toBe("CANCELLED");
    expect(await account.balance()).toBe(150_000);
    await account.advance({ by: "P1D" });
    expect(await account.record(withdrawId)).toMatchObject({ status: "CANCELLED" });
    expect(await account.told("withdraw.completed")).toEqual([]);
  });

  it("open, not yet confirmed -> CANCELLED: /cancel gives all of the value back, expired or blocked code or not", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    for (const prepare of ["nothing", "expire", "block"]) {
      const withdrawId = await account.open();
      expect(await account.balance()).toBe(100_000);
      if (prepare === "expire") await account.advance({ by: "PT5M" });
      if (prepare === "block") await account.block(withdrawId);
      const cancelled = await account.cancel(withdrawId);
      expect(cancelled.status).toBe(200);
      expect(cancelled.at("data")).toEqual({ withdrawId, status: "CANCELLED" });
      expect(await account.balance()).toBe(150_000);
      expect(await account.record(withdrawId)).toMatchObject({ status: "CANCELLED" });
      expect((await account.cancel(withdrawId)).status).toBe(409);
      expect(await account.balance()).toBe(150_000);
    }
  });

  it.each(["CONFIRMED", "FAILED"])(
    "APPROVED -> %s when told: with MANUAL settlement nothing happens before",
    async (outcome) => {
      await using sandbox = await startCheckedSandbox();
      const { account, ask } = sandbox;
      await account.settings({ settlement: { outcome: "MANUAL" } });
      const withdrawId = await account.openConfirmed();
      expect((await account.withdrawal(withdrawId)).at("settlesAt")).toBeNull();
      await account.advance({ by: "P365D" });
      expect(await account.status(withdrawId)).toBe("APPROVED");
      const settled = await ask("POST", `/sandbox/withdrawals/${withdrawId}/settle`, { outcome, reason: "by hand" });
      expect(settled.status).toBe(200);
      const failed = outcome === "FAILED";
      expect(settled.body).toMatchObject({ status: outcome, failureReason: failed ? "by hand" : null });
      expect(typeof settled.at("endToEndId")).toBe(failed ? "undefined" : "string");
      expect(await account.told("withdraw.completed")).toHaveLength(failed ? 0 : 1);
      // The hold of the default world is released within the year.
      expect(await account.balance()).toBe(failed ? 175_000 : 125_000);
    },
  );

  it("no transition leads out of an end state, and none skips one", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const act = (id: string, how: string) =>
      ask("POST", `/sandbox/withdrawals/${id}/${how}`, how === "settle" ? { outcome: "CONFIRMED" } : undefined);
    const refusedAll = async (id: string, status: string, hows: readonly string[]) => {
      for (const how of hows) {
        const refused = await act(id, how);
        expect(refused.status).toBe(409);
        expect(refused.body).toMatchObject({
          code: "WITHDRAWAL_STATE_CONFLICT",
          withdrawId: id,
          withdrawalStatus: status,
        });
      }
      expect(await account.status(id)).toBe(status);
    };
    const cancelled = await account.open(1_000);
    await refusedAll(cancelled, "CREATED", ["approve", "decline", "settle"]);
    await account.cancel(cancelled);
    await refusedAll(cancelled, "CANCELLED", ["approve", "decline", "settle"]);
    const confirmed = await account.openConfirmed(1_000);
    await refusedAll(confirmed, "APPROVED", ["approve", "decline"]);
    await account.advance({ by: "PT10S" });
    await refusedAll(confirmed, "CONFIRMED", ["approve", "decline", "settle"]);
    await account.settings({ manualApproval: true, settlement: { outcome: "FAILED" } });
    const failed = await account.openConfirmed(1_000);
    await refusedAll(failed, "PENDING_REVIEW", ["settle"]);
    await act(failed, "approve");
    await account.advance({ by: "PT10S" });
    await refusedAll(failed, "FAILED", ["approve", "decline", "settle"]);
    for (const id of [cancelled, confirmed, failed]) {
      expect((await account.cancel(id)).at("data.code")).toBe("WITHDRAWAL_NOT_CANCELLABLE");
      expect((await account.resend(id)).at("data.code")).toBe("WITHDRAWAL_NOT_AWAITING_OTP");
      expect((await account.confirm(id, "123456")).at("data.code")).toBe("WITHDRAWAL_NOT_AWAITING_OTP");
    }
  });

  it("the history shows how much went where, and what became of it, newest first", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const first = await account.openConfirmed(1_000);
    await account.advance({ by: "PT1M" });
    const second = await account.openConfirmed(2_000);
    const third = await account.open(3_000);
    const history = await account.history();
    expect(history.map(({ withdrawId, status, value }) => [withdrawId, status, value])).toEqual([
      [third, "CREATED", 3_000],
      [second, "APPROVED", 2_000],
      [first, "CONFIRMED", 1_000],
    ]);
    expect(history.map((row) => "endToEndId" in row)).toEqual([false, false, true]);
  });
});
