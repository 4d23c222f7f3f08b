import type { LookupFunction } from "node:net";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { Courier } from "../../src/outbound/courier.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
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

it.each([302, 404, 503])("%i is a failure", async (status) => {
  await using sandbox = await startHookedSandbox({ status });
  const { entry, shown, state } = await attempt(sandbox);
  expect(entry).toMatchObject({ outcome: "FAILURE", httpStatus: status, error: expect.stringMatching(sentence) });
  expect(entry.error).toContain(`answered ${status}`);
  expect(shown).toMatchObject({ outcome: "FAILURE", httpStatus: status, failure: "STATUS", error: entry.error });
  expect(state).toBe("FAILED");
});

it("nobody listens: CONNECTION_REFUSED", async () => {
  await using sandbox = await startCheckedSandbox();
  await sandbox.account.routes({ [hookHost]: `http://127.0.0.1:${await closedPort()}` });
  const { entry, shown } = await attempt(sandbox);
  expect(shown).toMatchObject({ failure: "CONNECTION_REFUSED", httpStatus: null, responseBody: null });
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
