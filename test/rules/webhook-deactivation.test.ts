import { describe, expect, it } from "vitest";
import { hookHost } from "./account.ts";
import { later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";

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
});
