import { describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { Account, hookHost } from "../rules/account.ts";
import { isSigned } from "../rules/received-delivery.ts";
import { type Action, interfaceWith } from "./interface-with.ts";

const overlaid = async (...actions: Action[]) => startSandbox({ interfaceDocument: await interfaceWith(...actions) });

describe("an overlay changes what receivers are told, and the signature holds for that", () => {
  const payload = "$.webhooks['charge.paid'].post.requestBody.content['application/json'].schema";

  /** A charge is paid; what its webhook gets, byte for byte what the control plane shows. */
  async function paidAt(receiver: Receiver, sandbox: SaldoWorld): Promise<string> {
    const account = new Account(sandbox.ask);
    await sandbox.routes.set({ [hookHost]: receiver.url });
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
});
