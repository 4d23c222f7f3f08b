import { describe, expect, it } from "vitest";
import { hookUrl } from "./account.ts";
import { later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";
import { isSigned, readDelivery } from "./received-delivery.ts";

describe("the dashboard's webhooks", () => {
  it("are listed newest first, with the secret that their deliveries are signed with", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask } = sandbox;
    const [one, two] = [await account.webhook(["charge.paid"]), await account.webhook(["charge.expired"])];
    const listed = rowsOf(await ask("GET", "/sandbox/webhooks"), "webhooks");
    const beginning = { name: "Test", url: hookUrl, active: true, createdAt: startAt, deactivatedAt: null };
    expect(listed).toEqual([
      { ...two, ...beginning, events: ["charge.expired"] },
      { ...one, ...beginning, events: ["charge.paid"] },
    ]);
    const shown = listed.map(({ secret: _, deactivatedAt: __, ...rest }) => rest);
    expect((await ask("GET", "/webhook")).at("data")).toEqual(shown);
  });

  it("change name, URL and events one by one; a changed URL holds from the next attempt on", async () => {
    await using sandbox = await startHookedSandbox([500, 500, "ok"]);
    const { account, ask, receiver } = sandbox;
    const { webhookId, secret } = await account.webhook(["charge.expired"], `${hookUrl}/1`);
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.advance({ by: "PT1S" });
    const change = (patch: object) => ask("PATCH", `/sandbox/webhooks/${webhookId}`, patch);
    const before = await account.dashboard(webhookId);
    const moved = await change({ url: `${hookUrl}/2` });
    expect(moved.status).toBe(200);
    expect(moved.body).toEqual({ ...before, url: `${hookUrl}/2`, position: moved.at("position") });
    await account.advance({ by: "PT5S" });
    await change({ url: `${hookUrl}/3?x=1` });
    expect((await change({ name: "Novo nome" })).at("url")).toBe(`${hookUrl}/3?x=1`);
    await account.advance({ by: "PT10S" });
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/saldo/1", "/saldo/2", "/saldo/3?x=1"]);
    expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
    expect(await account.deliveries()).toMatchObject([
      {
        url: `${hookUrl}/3?x=1`,
        state: "DELIVERED",
        attempts: [{ url: `${hookUrl}/1` }, { url: `${hookUrl}/2` }, { url: `${hookUrl}/3?x=1` }],
      },
    ]);
    await change({ events: ["charge.pending"] });
    await account.charge({ total: 100, paid: true });
    await account.quiet();
    expect(receiver.requests.slice(3).map((request) => readDelivery(request).event)).toEqual(["charge.pending"]);
    expect(await account.dashboard(webhookId)).toEqual({
      ...before,
      name: "Novo nome",
      url: `${hookUrl}/3?x=1`,
      events: ["charge.pending"],
    });
  });

  it("show that one was deactivated, and is active again when it is reactivated", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, ask, receiver } = sandbox;
    const { webhookId, secret } = await account.webhook(["charge.expired", "charge.pending"]);
    await account.charge({ total: 100 });
    await account.advance({ by: "PT75S" });
    const deactivatedAt = later(startAt, 75 * second);
    expect(await account.dashboard(webhookId)).toMatchObject({ active: false, deactivatedAt });
    expect((await ask("GET", "/webhook")).at("data.0.active")).toBe(false);
    const tested = await ask("POST", `/webhook/${webhookId}/test`);
    expect([tested.status, tested.at("data")]).toEqual([409, { code: "WEBHOOK_INACTIVE", webhookId }]);
    const [failed] = await account.deliveries();
    const again = await ask("POST", `/sandbox/deliveries/${failed?.deliveryId}/redeliver`);
    expect([again.status, again.body]).toEqual([409, expect.objectContaining({ code: "WEBHOOK_INACTIVE", webhookId })]);
    const reactivated = await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
    expect(reactivated.status).toBe(200);
    expect(reactivated.body).toMatchObject({ webhookId, secret, active: true, deactivatedAt: null });
    await account.quiet();
    // What had failed is not tried again.
    expect(receiver.requests).toHaveLength(5);
  });
});
