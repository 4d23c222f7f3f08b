import { describe, expect, it } from "vitest";
import { hookUrl } from "./account.ts";
import { later, second, startAt, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";
import { isSigned, readDelivery } from "./received-delivery.ts";

const nobody = "whk_000000000000000000000000";

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

  it("refuse what a webhook cannot be, and stay as they were", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const { webhookId } = await account.webhook(["charge.paid"]);
    const before = [await account.dashboard(webhookId), await account.events()];
    const url = "https://receiver.local/";
    const refused = await ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url, name: "B" });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: "WEBHOOK_URL_NOT_ALLOWED", url, rule: "reserved-domain" });
    const unknown = await ask("PATCH", `/sandbox/webhooks/${webhookId}`, { events: ["webhook.test"], name: "B" });
    expect(unknown.status).toBe(422);
    expect(unknown.body).toMatchObject({ code: "WEBHOOK_EVENT_UNKNOWN", events: ["webhook.test"] });
    for (const malformed of [{}, { name: "" }, { events: [] }, { secret: "mine" }, { active: true }, { url: null }]) {
      const answer = await ask("PATCH", `/sandbox/webhooks/${webhookId}`, malformed);
      expect([malformed, answer.status]).toEqual([malformed, 400]);
    }
    expect([await account.dashboard(webhookId), await account.events()]).toEqual(before);
  });

  it("may be anywhere once the URL policy is switched off, and keep a URL that it would refuse when switched on", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask, receiver } = sandbox;
    const url = "http://localhost:3000/hook";
    expect((await ask("POST", "/webhook", { url, name: "A", events: ["charge.paid"] })).status).toBe(422);
    await account.settings({ webhookUrls: "any" });
    const { webhookId } = await account.webhook(["charge.paid"], url);
    await account.settings({ webhookUrls: "strict" });
    expect((await ask("PATCH", `/sandbox/webhooks/${webhookId}`, { name: "B" })).at("url")).toBe(url);
    await account.routes({ localhost: receiver.url });
    await account.testWebhook(webhookId);
    await account.quiet();
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it("are deleted with what they had pending, and are unknown everywhere; their deliveries stay listed", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, ask, receiver } = sandbox;
    const { webhookId } = await account.webhook(["charge.expired"]);
    const kept = await account.webhook(["charge.paid"]);
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.advance({ by: "PT1S" });
    const [pending] = await account.deliveries("state=PENDING");
    const deleted = await ask("DELETE", `/sandbox/webhooks/${webhookId}`);
    expect(deleted.status).toBe(200);
    expect(deleted.at("webhookId")).toBe(webhookId);
    expect(await account.deliveries()).toEqual([{ ...pending, state: "CANCELLED", nextAttemptAt: null }]);
    expect(await account.deliveries(`webhookId=${webhookId}`)).toHaveLength(1);
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.advance({ by: "PT5M" });
    expect(receiver.requests).toHaveLength(1);
    expect(await account.deliveries()).toHaveLength(1);
    for (const [method, path, code] of [
      ["GET", `/webhook/${webhookId}/logs`, "data.code"],
      ["POST", `/webhook/${webhookId}/test`, "data.code"],
      ["PATCH", `/sandbox/webhooks/${webhookId}`, "code"],
      ["DELETE", `/sandbox/webhooks/${webhookId}`, "code"],
      ["POST", `/sandbox/webhooks/${webhookId}/reactivate`, "code"],
      ["POST", `/sandbox/deliveries/${pending?.deliveryId}/redeliver`, "code"],
    ] as const) {
      const answer = await ask(method, path, method === "PATCH" ? { name: "B" } : undefined);
      expect([path, answer.status, answer.at(code)]).toEqual([path, 404, "WEBHOOK_UNKNOWN"]);
    }
    const ids = (path: string) => async () => (await ask("GET", path)).body;
    for (const list of [ids("/webhook"), ids("/sandbox/webhooks")]) {
      expect(JSON.stringify(await list())).not.toContain(webhookId);
      expect(JSON.stringify(await list())).toContain(kept.webhookId);
    }
  });

  it("of other companies and unknown ones are 404", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const other = sandbox.as((await ask("POST", "/sandbox/companies", { name: "B" })).text("apiKey"));
    const { webhookId } = await account.webhook(["charge.paid"]);
    const before = await account.dashboard(webhookId);
    for (const [asked, id] of [
      [other, webhookId],
      [ask, nobody],
    ] as const) {
      for (const [method, path, body] of [
        ["PATCH", `/sandbox/webhooks/${id}`, { name: "Theirs" }],
        ["DELETE", `/sandbox/webhooks/${id}`, undefined],
        ["POST", `/sandbox/webhooks/${id}/reactivate`, undefined],
      ] as const) {
        const answer = await asked(method, path, body);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.body).toMatchObject({ code: "WEBHOOK_UNKNOWN", webhookId: id });
      }
    }
    expect((await other("GET", "/sandbox/webhooks")).at("webhooks")).toEqual([]);
    expect(await account.dashboard(webhookId)).toEqual(before);
  });
});

describe("what is planned", () => {
  it("attempts are on the agenda among everything else, and count for the clock's next", async () => {
    await using sandbox = await startHookedSandbox(500);
    const { account, ask } = sandbox;
    await account.webhook(["charge.expired"]);
    const early = await account.charge({ total: 100, expiresIn: "PT1S" });
    const late = await account.charge({ total: 100, expiresIn: "PT8S" });
    await account.advance({ by: "PT1S" });
    const [delivery] = await account.deliveries();
    expect(delivery).toMatchObject({ state: "PENDING", nextAttemptAt: later(startAt, 6 * second) });
    expect(JSON.parse(String(delivery?.body)).data.chargeId).toBe(early);
    expect(rowsOf(await ask("GET", "/sandbox/agenda"), "items").slice(0, 2)).toEqual([
      { dueAt: later(startAt, 6 * second), type: "delivery-attempt", id: delivery?.deliveryId },
      { dueAt: later(startAt, 8 * second), type: "charge-expiry", id: late },
    ]);
    expect((await ask("GET", "/sandbox/clock")).at("nextDueAt")).toBe(later(startAt, 6 * second));
    const next = await account.advance({ toNext: true });
    expect(next.at("to")).toBe(later(startAt, 6 * second));
    expect(next.at("attempts")).toEqual({ made: 1, succeeded: 0, failed: 1 });
    expect((await ask("GET", "/sandbox/clock")).at("nextDueAt")).toBe(later(startAt, 8 * second));
  });
});
