import { describe, expect, it } from "vitest";
import type { ReceivedRequest } from "../../src/outbound/testing/receiver.ts";
import { hookHost } from "./account.ts";
import { startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { assertNotification } from "./described-exchange.ts";
import { only } from "./json-reading.ts";
import { headerOf, isSigned, readDelivery } from "./received-delivery.ts";
import { authorized, customer, flows, monthly } from "./webhook-flows.ts";

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

  it("a test delivery is one attempt, and every header that the control plane shows was sent so, spelled as documented", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, ask, receiver } = sandbox;
    const { webhookId, secret } = await account.webhook(["charge.paid"]);
    const deliveryId = await account.testWebhook(webhookId);
    await account.advance({ by: "PT1H" });
    expect(receiver.requests).toHaveLength(1);
    const request = requestTo(receiver.requests);
    const { rawHeaders } = request;
    expect(isSigned(request, secret)).toBe(true);
    const companyId = (await ask("GET", "/sandbox/company")).text("companyId");
    expect(readDelivery(request)).toMatchObject({ event: "webhook.test", deliveryId, data: { webhookId, companyId } });
    const shown = (await ask("GET", "/sandbox/deliveries")).at("deliveries.0.attempts.0.headers");
    const names = ["X-Webhook-Event", "X-Webhook-Delivery", "X-Webhook-Timestamp", "X-Webhook-Signature"];
    expect(Object.keys(Object(shown))).toEqual(expect.arrayContaining(["Content-Type", ...names]));
    for (const [name, value] of Object.entries(Object(shown))) {
      expect(rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1] === name)).toEqual([value]);
    }
  });

  it("characters of any script survive in every text, and the signature is right", async () => {
    const text = `José Conceição 名前 Ωμέγα עברית हिन्दी 💸👩‍👩‍👧‍👦𝕊 "\\/<script>&'\u2028\u2029 e\u0301 é`;
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

function requestTo(requests: readonly ReceivedRequest[]): ReceivedRequest {
  const [request] = requests;
  if (request === undefined) throw new Error("nothing came");
  return request;
}
