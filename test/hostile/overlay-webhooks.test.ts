import { describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { Account, hookHost, hookUrl } from "../rules/account.ts";
import { isSigned } from "../rules/received-delivery.ts";
import { type Action, interfaceWith, renamed } from "./interface-with.ts";

const creation = "$.paths['/webhook'].post";
const given = `${creation}.requestBody.content['application/json'].schema`;
const listed = "$.components.schemas.Webhook";
const created =
  "$.components.responses.WebhookCreated.content['application/json'].schema.allOf[1].properties.data.allOf[1]";
const payments = { url: hookUrl, name: "Payments", events: ["charge.paid"] };

const overlaid = async (...actions: Action[]) => startSandbox({ interfaceDocument: await interfaceWith(...actions) });

describe("an overlay renames what a webhook is made of", () => {
  const text = { type: "string", minLength: 1, maxLength: 2_048 };

  test("its URL, in the request and in every answer", async () => {
    await using sandbox = await overlaid(
      ...renamed(given, "url", "endpoint", text),
      ...renamed(listed, "url", "endpoint", { type: "string" }),
    );
    const { url, ...others } = payments;
    expect((await sandbox.ask("POST", "/webhook", payments)).status).toBe(400);
    const made = await sandbox.ask("POST", "/webhook", { ...others, endpoint: url });
    expect([made.status, made.at("data.endpoint"), made.at("data.url")]).toEqual([201, url, undefined]);
    const [row] = Object(await sandbox.ask("GET", "/webhook")).body.data;
    expect(row).toMatchObject({ ...others, endpoint: url });
    expect(row).not.toHaveProperty("url");
    const refused = await sandbox.ask("POST", "/webhook", { ...others, endpoint: "http://10.0.0.1/" });
    expect([refused.status, refused.at("data.rule")]).toEqual([422, "private-address"]);
    expect((await sandbox.ask("GET", "/sandbox/webhooks")).at("webhooks.0.url")).toBe(url);
  });

  test("its secret, which the deliveries are signed with all the same", async () => {
    await using receiver = await startReceiver();
    await using sandbox = await overlaid(...renamed(created, "secret", "signingKey", { type: "string" }));
    const account = new Account(sandbox.ask);
    await account.routes({ [hookHost]: receiver.url });
    const made = await sandbox.ask("POST", "/webhook", payments);
    expect(made.at("data.secret")).toBe(undefined);
    await account.charge({ total: 1_000, paid: true });
    await receiver.reached(1);
    expect(receiver.requests.map((request) => isSigned(request, made.text("data.signingKey")))).toEqual([true]);
  });
});

describe("an overlay changes what receivers are told, and the signature holds for that", () => {
  const payload = "$.webhooks['charge.paid'].post.requestBody.content['application/json'].schema";

  /** A charge is paid; what its webhook gets, byte for byte what the control plane shows. */
  async function paidAt(receiver: Receiver, sandbox: SaldoWorld): Promise<string> {
    const account = new Account(sandbox.ask);
    await account.routes({ [hookHost]: receiver.url });
    const { secret } = await account.webhook(["charge.paid"]);
    await account.charge({ total: 1_000, externalId: "pedido-é", paid: true });
    await receiver.reached(1);
    const [request] = receiver.requests;
    if (request === undefined) throw new Error("nothing came");
    expect(isSigned(request, secret)).toBe(true);
    expect(request.headers["x-webhook-event"]).toBe("charge.paid");
    const text = request.body.toString("utf8");
    expect((await account.deliveries()).map(({ body }) => body)).toEqual([text]);
    return text;
  }

  test("the names of the data's fields", async () => {
    const data = "$.components.schemas.ChargeEventData";
    await using receiver = await startReceiver();
    await using sandbox = await overlaid(
      ...renamed(data, "total", "amount", { type: "integer" }),
      ...renamed(data, "externalId", "reference", { type: ["string", "null"] }),
      { target: `${data}.properties.customer`, remove: true },
    );
    const told = JSON.parse(await paidAt(receiver, sandbox));
    expect(told).toMatchObject({ event: "charge.paid", data: { amount: 1_000, reference: "pedido-é" } });
    for (const gone of ["total", "externalId", "customer"]) expect(told.data).not.toHaveProperty(gone);
  });

  test("the envelope, which may also go", async () => {
    await using receiver = await startReceiver();
    await using sandbox = await overlaid(
      { target: `${payload}.properties`, remove: true },
      { target: `${payload}.required`, remove: true },
      {
        target: payload,
        update: {
          required: ["type", "charge_id", "occurredAt"],
          properties: {
            type: { type: "string", const: "CHARGE_PAID" },
            charge_id: { type: "string", "x-value": "chargeId" },
            occurredAt: { type: "string", "x-value": "timestamp" },
          },
        },
      },
    );
    expect(JSON.parse(await paidAt(receiver, sandbox))).toEqual({
      type: "CHARGE_PAID",
      charge_id: expect.stringMatching(/^chg_/),
      occurredAt: "2026-03-02T12:00:00.000Z",
    });
  });

  test("nothing of the other events", async () => {
    await using receiver = await startReceiver();
    await using sandbox = await overlaid({ target: `${payload}.properties`, update: { version: { const: 2 } } });
    const account = new Account(sandbox.ask);
    await account.routes({ [hookHost]: receiver.url });
    await account.webhook(["charge.pending", "charge.paid"]);
    await account.charge({ total: 1_000, paid: true });
    await receiver.reached(2);
    const versions = receiver.requests.map(({ headers, body }) => {
      return [headers["x-webhook-event"], JSON.parse(body.toString()).version];
    });
    expect(new Map(versions.map(([event, version]) => [event, version]))).toEqual(
      new Map<unknown, unknown>([
        ["charge.pending", undefined],
        ["charge.paid", 2],
      ]),
    );
  });
});
