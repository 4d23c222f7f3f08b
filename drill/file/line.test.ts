import { expect, test } from "vitest";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { request } from "../../test/hostile/connection.ts";
import { PlatformLine } from "./line.ts";

/** Delivers to a receiver that hangs up. Returns the status that the platform gets; null if the connection broke. */
async function statusOfHangUp(isRunning: boolean): Promise<number | null> {
  await using receiver = await startReceiver("close-at-once");
  await using line = await PlatformLine.open({ isRunning, kill: async () => {} });
  line.connect({ platform: "", apiKey: "", receiver: receiver.url });
  const headers = { "X-Webhook-Delivery": "dlv_1" };
  return await fetch(`${line.url}/hooks`, { method: "POST", headers }).then(
    ({ status }) => status,
    () => null,
  );
}

test("a receiver that hangs up has refused the delivery, unless its process has died", async () => {
  expect(await statusOfHangUp(true)).toBe(502);
  expect(await statusOfHangUp(false)).toBe(null);
});

test("an application dies at a delivery about money, and not at one of a charge that is only made", async () => {
  let kills = 0;
  await using receiver = await startReceiver(204);
  const kill = async () => {
    kills += 1;
  };
  await using line = await PlatformLine.open({ isRunning: true, kill });
  line.connect({ platform: "", apiKey: "", receiver: receiver.url });
  line.death = { at: "delivery", when: "after" };
  const deliver = (event: string) => {
    const headers = { "X-Webhook-Delivery": "dlv_1", "X-Webhook-Event": event };
    return fetch(`${line.url}/hooks`, { method: "POST", headers }).then(
      ({ status }) => status,
      () => null,
    );
  };
  expect([await deliver("charge.pending"), kills, await deliver("charge.paid"), kills]).toEqual([204, 0, null, 1]);
});

test("an application may offer what only concerns its connection, as clients of Java and .NET do", async () => {
  await using platform = await startReceiver({ status: 200, body: "{}" });
  await using line = await PlatformLine.open(undefined);
  line.connect({ platform: platform.url, apiKey: "", receiver: "" });
  for (const header of ["upgrade: h2c", "expect: 100-continue", "te: trailers", "trailer: x"]) {
    const asked = { method: "POST", target: "/account-balance/withdraw", headers: [header], body: "{}" };
    expect([header, (await request(line.url, asked)).status]).toEqual([header, 200]);
  }
});
