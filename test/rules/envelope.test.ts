import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/client/answer.ts";
import type { Ask } from "../../src/client/connection.ts";
import { startCheckedSandbox } from "./checked-sandbox.ts";

/** A walk through the interface that meets successes and refusals of every operation but the webhooks'. */
async function walk(ask: Ask, prefix: string): Promise<Answer[]> {
  const post = (path: string, body: object) => ask("POST", `${prefix}/account-balance/${path}`, body);
  const initiated = await post("withdraw", { value: 1_000 });
  const withdrawId = initiated.text("data.withdrawId");
  return [
    initiated,
    await post("withdraw", { value: 1_000 }),
    await post("withdraw", { value: "x" }),
    await post("withdraw/confirm", { withdrawId, otpCode: "1" }),
    await post("withdraw/confirm", { withdrawId: "wdr_none", otpCode: "123456" }),
    await post("withdraw/resend-otp", { withdrawId }),
    await post("withdraw/cancel", { withdrawId }),
    await post("withdraw/cancel", { withdrawId }),
    await post("withdraw", { value: 1 }),
    await ask("GET", `${prefix}/account-balance`),
    await ask("GET", `${prefix}/account-balance/withdraw-fee`),
    await ask("GET", `${prefix}/account-balance/withdrawals`),
    await ask("GET", `${prefix}/nothing-here`),
    await ask("DELETE", `${prefix}/account-balance`),
    await ask("PATCH", `${prefix}/webhook/some`, { name: "x" }),
  ];
}

describe("versioning and envelope", () => {
  it("the paths answer with and without the segment v1, and mean the same world", async () => {
    await using sandbox = await startCheckedSandbox();
    const [plain, versioned] = [await walk(sandbox.ask, ""), await walk(sandbox.ask, "/v1")];
    const statuses = [201, 409, 400, 400, 404, 409, 200, 409, 422, 200, 200, 200, 404, 405, 403];
    expect(plain.map(({ status }) => status)).toEqual(statuses);
    expect(versioned.map(({ status }) => status)).toEqual(statuses);
    expect(await sandbox.account.history()).toHaveLength(2);
  });

  it("every answer of the interface has the envelope of status, message and data", async () => {
    await using sandbox = await startCheckedSandbox();
    for (const answer of [...(await walk(sandbox.ask, "")), ...(await walk(sandbox.ask, "/v1"))]) {
      expect(Object.keys(Object(answer.body))).toEqual(["status", "message", "data"]);
      expect(answer.at("status")).toBe(answer.status);
      expect(answer.text("message").length).toBeGreaterThan(0);
      if (answer.status >= 400) expect(answer.text("data.code")).toMatch(/^[A-Z0-9_]+$/);
    }
  });

  it("balance: status, message and data with balance, currency, reservedBalance and reserveHolds", async () => {
    await using sandbox = await startCheckedSandbox();
    expect((await sandbox.ask("GET", "/account-balance")).body).toEqual({
      status: 200,
      message: expect.any(String),
      data: {
        balance: 150_000,
        currency: "BRL",
        reservedBalance: 25_000,
        reserveHolds: [
          { chargeId: expect.any(String), amountCents: 25_000, releaseAt: "2026-04-01T12:00:00.000Z", status: "HELD" },
        ],
      },
    });
  });

  it("every refusal of the control plane is a problem of RFC 9457", async () => {
    await using sandbox = await startCheckedSandbox();
    const { ask } = sandbox;
    const refusals = [
      await ask("GET", "/sandbox/nothing-here"),
      await ask("PUT", "/sandbox/world"),
      await ask("POST", "/sandbox/charges", { total: -1 }),
      await ask("POST", "/sandbox/charges/chg_none/pay"),
      await ask("GET", "/sandbox/charges/chg_none"),
      await ask("POST", "/sandbox/subscriptions/sub_none/authorize"),
      await ask("GET", "/sandbox/subscriptions/sub_none"),
      await ask("GET", "/sandbox/withdrawals/wdr_none"),
      await ask("POST", "/sandbox/withdrawals/wdr_none/settle", { outcome: "FAILED" }),
      await ask("POST", "/sandbox/clock/advance", {}),
      await ask("POST", "/sandbox/clock/advance", { by: "PT1S", toNext: true }),
      await ask("GET", "/sandbox/events?limit=0"),
      await ask("DELETE", "/sandbox/worlds/none"),
      await ask("POST", "/sandbox/worlds", { fixture: "none" }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([
      404, 405, 400, 404, 404, 404, 404, 404, 404, 400, 400, 400, 404, 422,
    ]);
    for (const answer of refusals) {
      expect(answer.at("status")).toBe(answer.status);
      expect(answer.text("type")).toBe(`urn:saldo:problem:${answer.text("code").toLowerCase().replaceAll("_", "-")}`);
      expect(answer.text("title").length * answer.text("detail").length).toBeGreaterThan(0);
    }
  });
});
