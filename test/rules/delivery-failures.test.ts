import type { LookupFunction } from "node:net";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { Courier } from "../../src/outbound/courier.ts";
import { startRawReceiver } from "../../src/outbound/testing/raw-receiver.ts";
import { type Behaviour, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { hookHost } from "./account.ts";
import { type CheckedSandbox, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { only, type Row } from "./json-reading.ts";

/** Triggers a test delivery, which is one attempt, and reads that attempt in the log and in the control plane. */
async function attempt({ account }: CheckedSandbox, url?: string): Promise<{ entry: Row; shown: Row; state: unknown }> {
  const { webhookId } = await account.webhook(["charge.paid"], url);
  await account.testWebhook(webhookId);
  await account.quiet();
  const { state, attempts } = only(await account.deliveries(`webhookId=${webhookId}`));
  const [shown] = Array.isArray(attempts) ? attempts : [];
  return { entry: only(await account.log(webhookId)), shown, state };
}

const sentence = /^\S[^\n]*\.$/;

it.each([200, 201, 204, 206, 226, 299])("%i acknowledges", async (status) => {
  await using sandbox = await startHookedSandbox({ status });
  const { entry, shown, state } = await attempt(sandbox);
  expect(entry).toMatchObject({ outcome: "SUCCESS", httpStatus: status, error: null });
  expect(shown).toMatchObject({ outcome: "SUCCESS", httpStatus: status, failure: null, error: null });
  expect(state).toBe("DELIVERED");
});

it.each([300, 304, 400, 401, 404, 410, 429, 500, 503, 599])("%i is a failure", async (status) => {
  await using sandbox = await startHookedSandbox({ status });
  const { entry, shown, state } = await attempt(sandbox);
  expect(entry).toMatchObject({ outcome: "FAILURE", httpStatus: status, error: expect.stringMatching(sentence) });
  expect(entry.error).toContain(`answered ${status}`);
  expect(shown).toMatchObject({ outcome: "FAILURE", httpStatus: status, failure: "STATUS", error: entry.error });
  expect(state).toBe("FAILED");
});

it.each([301, 302, 303, 307, 308])("%i is a failure, and its Location is never visited", async (status) => {
  await using elsewhere = await startReceiver();
  await using sandbox = await startHookedSandbox({ status, headers: { location: `${elsewhere.url}/moved` } });
  // By a route of its own as well: nobody may say that the policy was what kept it from going there.
  await sandbox.account.routes({ [hookHost]: sandbox.receiver.url, "127.0.0.1": elsewhere.url });
  const { entry, shown } = await attempt(sandbox);
  expect(entry).toMatchObject({ outcome: "FAILURE", httpStatus: status });
  expect(shown).toMatchObject({ failure: "STATUS", error: expect.stringContaining("redirects are not followed") });
  expect(sandbox.receiver.requests).toHaveLength(1);
  expect(elsewhere.connections).toBe(0);
});

// A time-out is as short as can be where nothing has to come before it, and leaves time where something has.
it.each<{ how: string; behaviour: Behaviour; failure: string; httpStatus: number | null; timeout?: string }>([
  { how: "no answer", behaviour: "silent", failure: "TIMEOUT", httpStatus: null, timeout: "PT0.2S" },
  {
    how: "an answer whose body never ends",
    behaviour: "endless-body",
    failure: "TIMEOUT",
    httpStatus: 200,
    timeout: "PT1S",
  },
  { how: "half an answer", behaviour: "half-answer", failure: "CONNECTION_RESET", httpStatus: 200 },
  { how: "a connection closed at once", behaviour: "close-at-once", failure: "CONNECTION_RESET", httpStatus: null },
])("$how is a failure of the kind $failure", async ({ behaviour, failure, httpStatus, timeout }) => {
  await using sandbox = await startHookedSandbox(behaviour);
  if (timeout !== undefined) await sandbox.account.settings({ webhookTimeout: timeout });
  const { entry, shown, state } = await attempt(sandbox);
  expect(entry).toMatchObject({ outcome: "FAILURE", httpStatus, error: expect.stringMatching(sentence) });
  expect(shown).toMatchObject({ outcome: "FAILURE", httpStatus, failure, error: entry.error });
  expect(state).toBe("FAILED");
  if (timeout === undefined) return;
  expect(entry.durationMs).toBeGreaterThanOrEqual(timeout === "PT1S" ? 990 : 190);
  expect(entry.durationMs).toBeLessThan(10_000);
});

it("nobody listens: CONNECTION_REFUSED", async () => {
  await using sandbox = await startCheckedSandbox();
  await sandbox.account.routes({ [hookHost]: `http://127.0.0.1:${await closedPort()}` });
  const { entry, shown } = await attempt(sandbox);
  expect(shown).toMatchObject({ failure: "CONNECTION_REFUSED", httpStatus: null, responseBody: null });
  expect(entry.error).toMatch(sentence);
});

it("an https route to a port that speaks plain HTTP: TLS", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, receiver } = sandbox;
  await account.routes({ [hookHost]: `https://127.0.0.1:${receiver.port}` });
  const { entry, shown } = await attempt(sandbox);
  expect(shown).toMatchObject({ failure: "TLS", httpStatus: null });
  expect(entry.error).toMatch(sentence);
  expect(receiver.requests).toEqual([]);
});

it("something that is not HTTP: ANSWER_INVALID", async () => {
  await using raw = await startRawReceiver((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n\r\n"));
  await using sandbox = await startCheckedSandbox();
  await sandbox.account.routes({ [hookHost]: raw.url });
  const { entry, shown } = await attempt(sandbox);
  expect(shown).toMatchObject({ failure: "ANSWER_INVALID", httpStatus: null });
  expect(entry.error).toMatch(sentence);
});

it("a host without a route, where routes are the only way out: NO_ROUTE", async () => {
  await using sandbox = await startCheckedSandbox();
  const { entry, shown } = await attempt(sandbox, "https://unrouted.acme.dev/hook");
  expect(shown).toMatchObject({ failure: "NO_ROUTE", httpStatus: null });
  expect(entry.error).toMatch(sentence);
  expect(entry.error).toContain("PUT /sandbox/routes");
});

/** Names as this test's own resolver knows them, so that no other has to be asked. */
const lookup: LookupFunction = (hostname, options, callback) => {
  if (hostname !== "rebound.acme.dev") {
    const unknown = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND" });
    return process.nextTick(callback, unknown, "", 4);
  }
  const loopback = { address: "127.0.0.1", family: 4 };
  return process.nextTick(() => (options.all ? callback(null, [loopback]) : callback(null, loopback.address, 4)));
};
const abroad = () => new Courier({ egress: "internet", lookup });

it("a name that does not resolve: DNS", async () => {
  await using sandbox = await startCheckedSandbox({ courier: abroad() });
  await sandbox.account.settings({ webhookUrls: "any" });
  const { entry, shown } = await attempt(sandbox, "http://no-such-host.invalid/");
  expect(shown).toMatchObject({ failure: "DNS", httpStatus: null });
  expect(entry.error).toMatch(sentence);
  expect(entry.error).toContain("no-such-host.invalid");
});

it("a public name that leads to a private address: ADDRESS_REFUSED, and it is never connected to", async () => {
  await using receiver = await startReceiver();
  await using sandbox = await startCheckedSandbox({ courier: abroad() });
  const url = `http://rebound.acme.dev:${receiver.port}/`;
  const { entry, shown } = await attempt(sandbox, url);
  expect(shown).toMatchObject({ failure: "ADDRESS_REFUSED", httpStatus: null });
  expect(entry.error).toMatch(sentence);
  expect(entry.error).toContain("127.0.0.1");
  expect(receiver.connections).toBe(0);
  await sandbox.account.settings({ webhookUrls: "any" });
  expect((await attempt(sandbox, url)).state).toBe("DELIVERED");
  expect(receiver.connections).toBe(1);
});

it("what the receiver answers is kept, up to 64 KiB", async () => {
  const large = "ç".repeat(100 * 1024);
  await using sandbox = await startHookedSandbox([
    { status: 200, body: '{"received":true}' },
    { status: 500, body: large },
    { status: 204 },
  ]);
  const bodies = [];
  for (let i = 0; i < 3; i += 1) bodies.push((await attempt(sandbox)).shown.responseBody);
  expect(bodies).toEqual(['{"received":true}', large.slice(0, 32 * 1024), null]);
});

it("a failed attempt is made again, whatever the failure was", async () => {
  await using sandbox = await startHookedSandbox(["close-at-once", "half-answer", 302, "silent", "ok"]);
  const { account } = sandbox;
  await account.webhook(["charge.expired"]);
  await account.charge({ total: 100, expiresIn: "PT1S" });
  expect((await account.advance({ by: "PT16S" })).at("attempts")).toEqual({ made: 3, succeeded: 0, failed: 3 });
  await account.settings({ webhookTimeout: "PT0.2S" });
  expect((await account.advance({ by: "PT20S" })).at("attempts")).toEqual({ made: 1, succeeded: 0, failed: 1 });
  await account.settings({ webhookTimeout: "PT10S" });
  expect((await account.advance({ by: "PT40S" })).at("attempts")).toEqual({ made: 1, succeeded: 1, failed: 0 });
  // An attempt that is waited for takes no time of a world that stands still.
  expect(only(await account.deliveries())).toMatchObject({
    state: "DELIVERED",
    attempts: [
      { at: "2026-03-02T12:00:01.000Z", failure: "CONNECTION_RESET" },
      { at: "2026-03-02T12:00:06.000Z", failure: "CONNECTION_RESET" },
      { at: "2026-03-02T12:00:16.000Z", failure: "STATUS" },
      { at: "2026-03-02T12:00:36.000Z", failure: "TIMEOUT" },
      { at: "2026-03-02T12:01:16.000Z", failure: null },
    ],
  });
});

/** A port that nobody listens on: it was free a moment ago. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
