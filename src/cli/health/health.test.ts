import { expect, test } from "vitest";
import { type Behaviour, startReceiver } from "../../outbound/testing/receiver.ts";
import { healthOf, healthWithin } from "./health.ts";

const plain = (url: string) => ({ url, tls: undefined });

test.each<[string, Behaviour, string]>([
  ["answers with an error", 503, "it answers with status 503"],
  ["is at another path", 404, "it answers with status 404; give the sandbox's own address with --url"],
  ["leads elsewhere", { status: 302, headers: { location: "/other" } }, "it answers with status 302"],
  ["is something else", { status: 200, body: "<html>" }, "it answers as no sandbox does"],
  ["is ill", { status: 200, body: '{"status":"ill","version":"1"}' }, "it answers as no sandbox does"],
  ["answers without an end", "endless-body", "it does not answer within 0.2 s"],
  ["answers with far too much", { status: 200, body: "x".repeat(1_000_000) }, "it answers as no sandbox does"],
  ["never answers", "silent", "it does not answer within 0.2 s"],
  ["hangs up", "close-at-once", "socket hang up. A server that speaks HTTPS closes like this; write https:// for it"],
  ["hangs up in the middle", "half-answer", "aborted"],
])("one that %s is not", async (_, behaviour, reason) => {
  await using receiver = await startReceiver(behaviour);
  // Only what never comes must not be waited for; a busy machine has time for the others.
  const withinMs = reason.endsWith("within 0.2 s") ? 200 : 20_000;
  expect(await healthOf(plain(receiver.url), withinMs)).toEqual({
    isHealthy: false,
    line: `error: ${receiver.url} is not healthy: ${reason}`,
  });
});

test("one that is not healthy yet is asked again while there is time", async () => {
  const well: Behaviour = { status: 200, body: '{"status":"ok","version":"1"}' };
  await using receiver = await startReceiver([503, "close-at-once", well, 503]);
  expect((await healthWithin(plain(receiver.url), 60_000)).isHealthy).toBe(true);
  expect(receiver.requests).toHaveLength(3);
  expect((await healthWithin(plain(receiver.url), 0)).isHealthy).toBe(false);
  expect(receiver.requests).toHaveLength(4);
});
