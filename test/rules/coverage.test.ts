import { describe, expect } from "vitest";
import { everyAnswer } from "../every-answer.ts";
import { type CheckedSandbox, it, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";

/** What was met, by name, with its count. */
async function met(sandbox: CheckedSandbox): Promise<Record<string, number>> {
  const { outcomes, events, faults } = await sandbox.worldCoverage();
  const named = [
    ...outcomes.map(({ operationId, outcome, count }) => [`${operationId} ${outcome}`, count] as const),
    ...events.map(({ event, count }) => [event, count] as const),
    ...faults.map(({ kind, count }) => [kind, count] as const),
  ];
  return Object.fromEntries(named.filter(([, count]) => count > 0));
}

describe("the coverage of a world", () => {
  it("has the outcomes that its clients got, however often the world went back", async ({ sandbox, account, ask }) => {
    await ask("GET", "/account-balance/withdraw-fee?value=x");
    await ask("GET", "/nowhere");
    const withdrawId = await account.open();
    const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
    await account.confirm(withdrawId, wrong);
    await account.confirm(withdrawId, wrong);
    await account.reset();
    expect(await met(sandbox)).toEqual({ "initiateWithdrawal initiated": 1, "confirmWithdrawal otp-incorrect": 2 });
    const { outcomes, events, faults, ...sum } = await sandbox.worldCoverage();
    const total = outcomes.length + events.length + faults.length;
    expect(sum).toEqual({ met: 2, total, percent: Math.floor(200 / total) });
  });

  it("counts events that a receiver acknowledged, and no attempt that failed", async () => {
    await using sandbox = await startHookedSandbox([500, "ok"]);
    const { webhookId } = await sandbox.account.webhook(["charge.paid", "charge.expired"]);
    await sandbox.charges.create({ total: 10_000, paid: true });
    await sandbox.account.quiet();
    expect(await met(sandbox)).toEqual({ "createWebhook webhook-created": 1 });
    await sandbox.account.advance({ by: "PT1M" });
    await sandbox.account.testWebhook(webhookId);
    await sandbox.account.quiet();
    expect(await met(sandbox)).toMatchObject({ "charge.paid": 1, "webhook.test": 1 });
  });

  it("counts faults that applied; what a lost response would have said was not met", async () => {
    await using sandbox = await startHookedSandbox();
    await sandbox.faults.add({ kind: "lose-response", operationId: "initiateWithdrawal" });
    await sandbox.faults.add({ kind: "status", operationId: "getBalance", status: 503 });
    await sandbox.faults.add({ kind: "reset", operationId: "resendOtp" });
    await sandbox.faults.add({ kind: "duplicate-delivery" });
    await sandbox.account.initiate(1_000).catch(() => "lost");
    await sandbox.ask("GET", "/account-balance");
    const { webhookId } = await sandbox.account.webhook(["charge.paid"]);
    await sandbox.account.testWebhook(webhookId);
    await sandbox.account.quiet();
    expect(await met(sandbox)).toEqual({
      "createWebhook webhook-created": 1,
      "testWebhook test-delivery-triggered": 1,
      "webhook.test": 1,
      "lose-response": 1,
      status: 1,
      "duplicate-delivery": 1,
    });
  });
});

describe("the coverage of all worlds", () => {
  it("keeps what deleted worlds have met", async () => {
    await using sandbox = await startCheckedSandbox({ adminToken: "of-the-admin" });
    const admin = { authorization: "Bearer of-the-admin" };
    const made = await sandbox.ask("POST", "/sandbox/worlds", {}, admin);
    await sandbox.as(made.text("companies.0.apiKey"))("GET", "/account-balance");
    expect(await met(sandbox)).toEqual({});
    await sandbox.ask("DELETE", `/sandbox/worlds/${made.text("worldId")}`, undefined, admin);
    await sandbox.account.balance();
    expect((await sandbox.ask("GET", "/sandbox/coverage")).status).toBe(401);
    const answer = await sandbox.ask("GET", "/sandbox/coverage", undefined, admin);
    expect(answer.at("outcomes")).toContainEqual({ operationId: "getBalance", outcome: "balance-read", count: 2 });
  });

  it("has every outcome of the document that a client with a key can get", async () => {
    const all = [...(await everyAnswer()).keys()];
    await using sandbox = await startCheckedSandbox();
    const points = (await sandbox.coverage()).outcomes.map(({ operationId, outcome }) => `${operationId} ${outcome}`);
    const common = /unauthorized|request-malformed|media-type-unsupported|^x-responses/;
    expect(points.toSorted()).toEqual(all.filter((name) => !common.test(name)).toSorted());
  });
});
