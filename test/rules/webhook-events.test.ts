import { describe, expect, it } from "vitest";
import type { ReceivedRequest } from "../../src/outbound/testing/receiver.ts";
import { hookHost } from "./account.ts";
import { later, second, startAt, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { assertNotification } from "./described-exchange.ts";
import { only } from "./json-reading.ts";
import { headerOf, isSigned, readDelivery } from "./received-delivery.ts";
import { authorized, customer, flows, monthly, terms } from "./webhook-flows.ts";

describe("an event of the document's table", () => {
  it.each(flows)("$event: sent when $when", async ({ event, run, at = startAt }) => {
    await using sandbox = await startHookedSandbox();
    const { account, ask, receiver } = sandbox;
    const companyId = (await ask("GET", "/sandbox/company")).text("companyId");
    const { webhookId, secret } = await account.webhook([event], `https://${hookHost}/saldo/in?tenant=7&x=a%20b`);
    const data = await run(account);
    await account.quiet();
    expect(receiver.requests).toHaveLength(1);
    const request = requestTo(receiver.requests);
    expect([request.method, request.path]).toEqual(["POST", "/saldo/in?tenant=7&x=a%20b"]);
    const { told, ...received } = readDelivery(request);
    assertNotification(event, told);
    expect(told).toMatchObject({ event, timestamp: at, data: { companyId, ...data } });
    expect(Object.keys(told)).toEqual(["event", "data", "timestamp"]);
    expect(received).toMatchObject({ event, timestamp: at });
    expect(isSigned(request, secret)).toBe(true);
    expect(request.headers["content-type"]).toBe("application/json");
    const shown = only(await account.deliveries());
    expect(shown).toMatchObject({
      deliveryId: received.deliveryId,
      webhookId,
      event,
      state: "DELIVERED",
      createdAt: at,
    });
    expect(Buffer.from(String(shown.body)).equals(request.body)).toBe(true);
    expect(await account.notifications()).toContainEqual(told);
  });

  it("every header that the control plane shows was sent so, spelled as documented", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask, receiver } = sandbox;
    const { webhookId } = await account.webhook(["charge.paid"]);
    await account.testWebhook(webhookId);
    await account.quiet();
    const { rawHeaders } = requestTo(receiver.requests);
    const shown = (await ask("GET", "/sandbox/deliveries")).at("deliveries.0.attempts.0.headers");
    const names = ["X-Webhook-Event", "X-Webhook-Delivery", "X-Webhook-Timestamp", "X-Webhook-Signature"];
    expect(Object.keys(Object(shown))).toEqual(expect.arrayContaining(["Content-Type", ...names]));
    for (const [name, value] of Object.entries(Object(shown))) {
      expect(rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1] === name)).toEqual([value]);
    }
  });

  it("another secret, or a body that was written anew, does not match the signature", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, receiver } = sandbox;
    const { secret } = await account.webhook(["charge.pending"]);
    const other = await account.webhook(["charge.paid"]);
    await account.charge(terms);
    await account.quiet();
    const request = requestTo(receiver.requests);
    expect(headerOf(request, "x-webhook-signature")).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(isSigned(request, secret)).toBe(true);
    expect(isSigned(request, other.secret)).toBe(false);
    const rewritten = Buffer.from(JSON.stringify(JSON.parse(request.body.toString()), null, 1));
    expect(isSigned({ ...request, body: rewritten }, secret)).toBe(false);
  });

  it.each([
    ["accents", "José Antônio Conceição, São Paulo"],
    ["other scripts", "名前 Ωμέγα имя עברית العربية हिन्दी"],
    ["characters of two units", "💸👩‍👩‍👧‍👦𝕊"],
    ["what JSON and HTML escape", `"\\/<script>&'\u2028\u2029`],
    ["combining marks that look like one character", "e\u0301 é"],
  ])("%s survive in every text, and the signature is right", async (_, text) => {
    await using sandbox = await startHookedSandbox();
    const { account, receiver } = sandbox;
    const { secret } = await account.webhook(["charge.pending", "subscription.authorized"]);
    await account.charge({ total: 100, externalId: text, customer: { ...customer, name: text } });
    await account.quiet();
    await authorized(account, { ...monthly, customer: { name: text } });
    await account.quiet();
    const [charge, subscription] = receiver.requests;
    if (charge === undefined || subscription === undefined) throw new Error("two were expected");
    expect(readDelivery(charge).data).toMatchObject({ externalId: text, customer: { ...customer, name: text } });
    expect(readDelivery(subscription).data).toMatchObject({ customer: { name: text } });
    for (const request of receiver.requests) {
      expect(isSigned(request, secret)).toBe(true);
      expect(headerOf(request, "content-length")).toBe(String(request.body.length));
    }
    const bodies = (await account.deliveries()).map(({ body }) => Buffer.from(String(body)).toString("hex"));
    expect(bodies.toReversed()).toEqual(receiver.requests.map(({ body }) => body.toString("hex")));
  });
});

describe("X-Webhook-Timestamp", () => {
  it("tells the machine's time with the setting webhookTimestamps wall; nothing else changes", async () => {
    let wall = Date.parse("2030-01-01T00:00:00.000Z");
    await using sandbox = await startHookedSandbox([500, "ok"], { wallClock: () => wall });
    const { account, ask, receiver } = sandbox;
    const { secret } = await account.webhook(["charge.expired"]);
    await account.settings({ webhookTimestamps: "wall" });
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.advance({ by: "PT1S" });
    wall += 1_234;
    await account.advance({ by: "PT5S" });
    const received = receiver.requests.map((request) => readDelivery(request));
    expect(received.map(({ timestamp }) => timestamp)).toEqual([
      "2030-01-01T00:00:00.000Z",
      "2030-01-01T00:00:01.234Z",
    ]);
    expect(new Set(received.map(({ text }) => text)).size).toBe(1);
    expect(received[0]?.told.timestamp).toBe(later(startAt, second));
    expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
    expect(only(await account.deliveries()).attempts).toMatchObject([
      { at: later(startAt, second), headers: { "X-Webhook-Timestamp": received[0]?.timestamp } },
      { at: later(startAt, 6 * second), headers: { "X-Webhook-Timestamp": received[1]?.timestamp } },
    ]);
    await account.settings({ webhookTimestamps: "world" });
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.advance({ by: "PT1S" });
    expect(receiver.requests.slice(2).map((r) => headerOf(r, "x-webhook-timestamp"))).toEqual([
      later(startAt, 7 * second),
    ]);
    expect((await ask("GET", "/sandbox/settings")).at("webhookTimestamps")).toBe("world");
  });
});

describe("without a webhook", () => {
  it("nothing is delivered, and the notification is in the history all the same", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const chargeId = await account.charge(terms);
    expect((await account.advance({ by: "PT1M" })).at("attempts")).toEqual({ made: 0, succeeded: 0, failed: 0 });
    expect((await account.told("charge.pending")).at(-1)).toMatchObject({ chargeId });
    expect(await account.deliveries()).toEqual([]);
  });
});

function requestTo(requests: readonly ReceivedRequest[]): ReceivedRequest {
  const [request] = requests;
  if (request === undefined) throw new Error("nothing came");
  return request;
}
