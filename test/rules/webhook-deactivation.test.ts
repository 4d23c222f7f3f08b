import { describe, expect, it } from "vitest";
import { hookHost } from "./account.ts";
import { later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";
import { readDelivery } from "./received-delivery.ts";

describe("a webhook whose delivery used up its attempts", () => {
  /** Fails the deliveries to /bad, and acknowledges all others. */
  const start = () => startHookedSandbox(({ path }, respond) => respond(path === "/bad" ? 503 : 204));

  it("is deactivated: what else was pending is cancelled, and later events make no delivery", async () => {
    await using sandbox = await start();
    const { account, receiver } = sandbox;
    const { webhookId } = await account.webhook(["charge.expired"], `https://${hookHost}/bad`);
    const healthy = await account.webhook(["charge.expired"], `https://${hookHost}/good`);
    for (const expiresIn of ["PT10S", "PT30S", "PT85S", "PT86S", "PT1H"])
      await account.charge({ total: 100, expiresIn });
    const advanced = await account.advance({ by: "P1D" });
    // The first is tried at 10, 15, 25, 45 and 85 s, the second at 30, 35, 45 and 65 s, the third at 85 s.
    expect(advanced.at("attempts")).toEqual({ made: 10 + 5, succeeded: 5, failed: 10 });
    const ofBad = (await account.deliveries(`webhookId=${webhookId}`)).toReversed();
    expect(ofBad.map(({ state, attempts, nextAttemptAt }) => [state, Object(attempts).length, nextAttemptAt])).toEqual([
      ["FAILED", 5, null],
      ["CANCELLED", 4, null],
      ["CANCELLED", 1, null],
    ]);
    expect(await account.dashboard(webhookId)).toMatchObject({
      active: false,
      deactivatedAt: later(startAt, 85 * second),
    });
    expect(await account.dashboard(healthy.webhookId)).toMatchObject({ active: true, deactivatedAt: null });
    expect(await account.deliveries(`webhookId=${healthy.webhookId}&state=DELIVERED`)).toHaveLength(5);
    expect(receiver.requests.filter(({ path }) => path === "/bad")).toHaveLength(10);
    expect(await account.events("WebhookDeactivated")).toMatchObject([{ at: later(startAt, 85 * second) }]);
  });

  it("is shown as deactivated to its company, and is told again of what happens after its reactivation", async () => {
    await using sandbox = await startHookedSandbox([...Array<number>(5).fill(500), "ok"]);
    const { account, ask, receiver } = sandbox;
    const { webhookId, secret } = await account.webhook(["charge.expired", "charge.pending"]);
    await account.webhook(["subscription.rejected"]);
    await account.charge({ total: 100 });
    await account.advance({ by: "PT75S" });
    expect(rowsOf(await ask("GET", "/webhook"), "data")).toMatchObject([
      { active: true },
      { webhookId, active: false },
    ]);
    await account.charge({ total: 200, expiresIn: "PT10S" });
    const reactivated = await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
    expect(reactivated.status).toBe(200);
    expect(reactivated.body).toMatchObject({ webhookId, secret, active: true, deactivatedAt: null });
    await account.quiet();
    // What it was not told while it was deactivated stays untold, and what had failed is not tried again.
    expect(receiver.requests).toHaveLength(5);
    expect(await account.deliveries()).toHaveLength(1);
    await account.advance({ by: "PT10S" });
    expect(await account.deliveries()).toMatchObject([
      { event: "charge.expired", state: "DELIVERED" },
      { state: "FAILED" },
    ]);
    expect(receiver.requests).toHaveLength(6);
  });

  it("when two of its deliveries use them up at one instant, is deactivated once; one that gets through then counts", async () => {
    await using sandbox = await startHookedSandbox((request, respond) => {
      const { data, timestamp } = readDelivery(request);
      respond(data.total === 3 && timestamp === later(startAt, 76 * second) ? 200 : 500);
    });
    const { account } = sandbox;
    const { webhookId } = await account.webhook(["charge.expired"]);
    for (const total of [1, 2, 3]) await account.charge({ total, expiresIn: "PT1S" });
    const advanced = await account.advance({ by: "PT1H" });
    expect(advanced.at("attempts")).toEqual({ made: 15, succeeded: 1, failed: 14 });
    expect(await account.events("WebhookDeactivated")).toHaveLength(1);
    expect(await account.log(webhookId)).toHaveLength(15);
    const [third, , first] = await account.deliveries();
    expect(first).toMatchObject({ state: "FAILED", nextAttemptAt: null });
    expect(third).toMatchObject({ state: "DELIVERED", nextAttemptAt: null });
  });

  it("begins clean after its reactivation: five attempts again", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, ask, receiver } = sandbox;
    const { webhookId } = await account.webhook(["charge.expired"]);
    for (let round = 1; round <= 2; round += 1) {
      await account.charge({ total: 100, expiresIn: "PT1S" });
      expect((await account.advance({ by: "PT76S" })).at("attempts")).toEqual({ made: 5, succeeded: 0, failed: 5 });
      expect(await account.dashboard(webhookId)).toMatchObject({ active: false, deactivatedAt: await account.now() });
      await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
    }
    expect(receiver.requests).toHaveLength(10);
  });

  it("an attempt that was under way at its deactivation is recorded as it ends, and not repeated", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
    await using sandbox = await startHookedSandbox(async (_request, respond) => {
      ask();
      await mayAnswer;
      respond(500);
    });
    const { account } = sandbox;
    const { webhookId } = await account.webhook(["charge.pending"]);
    await account.charge({ total: 100 });
    await asked;
    await sandbox.ask("DELETE", `/sandbox/webhooks/${webhookId}`);
    expect(await account.deliveries()).toMatchObject([{ state: "CANCELLED", attempts: [] }]);
    letAnswer();
    await account.advance({ by: "PT1H" });
    expect(await account.deliveries()).toMatchObject([
      { state: "CANCELLED", nextAttemptAt: null, attempts: [{ number: 1, outcome: "FAILURE", httpStatus: 500 }] },
    ]);
  });
});
