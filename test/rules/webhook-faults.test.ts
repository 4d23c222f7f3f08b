import { describe, expect, it } from "vitest";
import type { ReceivedRequest, Respond } from "../../src/outbound/testing/receiver.ts";
import { type HookedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { only } from "./json-reading.ts";
import { headerOf, isSigned } from "./received-delivery.ts";

/** All that makes a request what it is, but for the connection that it came on. */
function bytesOf({ method, path, rawHeaders, body }: ReceivedRequest): string {
  return JSON.stringify([method, path, rawHeaders, body.toString("latin1")]);
}

async function pay(sandbox: HookedSandbox, ...amounts: readonly number[]): Promise<void> {
  for (const total of amounts) await sandbox.account.charge({ total, paid: true });
}

describe("a duplicate delivery", () => {
  it("arrives twice, byte for byte, and is one attempt", async () => {
    const answers = [{ status: 200, body: "first" }, { status: 500, body: "copy" }, "ok"] as const;
    await using sandbox = await startHookedSandbox(answers);
    const { account, receiver } = sandbox;
    const { webhookId, secret } = await account.webhook(["charge.expired"]);
    await sandbox.faults.add({ kind: "duplicate-delivery" });
    for (const expiresIn of ["PT1S", "PT2S"]) await account.charge({ total: 100, expiresIn });
    const advanced = await account.advance({ by: "PT1H" });
    expect(advanced.at("attempts")).toEqual({ made: 2, succeeded: 2, failed: 0 });
    const [first, copy, second] = receiver.requests;
    if (first === undefined || copy === undefined || second === undefined) throw new Error("too few requests");
    expect(receiver.requests).toHaveLength(3);
    expect(bytesOf(copy)).toBe(bytesOf(first));
    expect(isSigned(copy, secret)).toBe(true);
    expect(bytesOf(second)).not.toBe(bytesOf(first));
    // The log shows how the first letter was answered.
    const [, delivered] = await account.deliveries();
    expect(delivered).toMatchObject({
      deliveryId: headerOf(first, "x-webhook-delivery"),
      state: "DELIVERED",
      fault: "duplicate-delivery",
      attempts: [{ number: 1, httpStatus: 200, responseBody: "first" }],
    });
    expect(await account.log(webhookId)).toHaveLength(2);
  });

  it("comes as the first is answered, never before", async () => {
    const responds: Respond[] = [];
    await using sandbox = await startHookedSandbox((_request, respond) => void responds.push(respond));
    const { account, receiver } = sandbox;
    await account.webhook(["charge.paid"]);
    await sandbox.faults.add({ kind: "duplicate-delivery" });
    await pay(sandbox, 100);
    await receiver.reached(1);
    responds[0]?.("ok");
    await receiver.reached(2);
    expect(only(await account.deliveries())).toMatchObject({ state: "PENDING", attempts: [] });
    responds[1]?.("ok");
    await account.quiet();
    expect(only(await account.deliveries())).toMatchObject({ state: "DELIVERED", attempts: [{ number: 1 }] });
  });
});
