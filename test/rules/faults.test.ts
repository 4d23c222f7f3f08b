import { describe, expect } from "vitest";
import { until } from "../../src/engine/testing/waiting.ts";
import { exchange } from "../../src/http/passing-on/testing/wire.ts";
import type { RequestEntry } from "../../src/http/request/request-log.ts";
import { loadDocument } from "../../src/spec/document.ts";
import { listOperations } from "../../src/spec/operations.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { interfaceWith } from "../hostile/interface-with.ts";
import { Account } from "./account.ts";
import { type CheckedSandbox, it, later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";
import { only } from "./json-reading.ts";

const withdraw = "/account-balance/withdraw";

/** How a connection ends on which one request was sent: with what bytes, and whether it was reset. */
function endOf({ url, apiKey }: CheckedSandbox, target: string, body: string) {
  const headers = ["host: a", `x-api-key: ${apiKey}`, "content-type: application/json"];
  return exchange(url, [`POST ${target} HTTP/1.1`, ...headers, `content-length: ${body.length}`], body);
}

describe("a fault", () => {
  it("is added, listed oldest first, and removed", async ({ sandbox, ask, account }) => {
    const before = (await ask("GET", "/sandbox/faults")).at("position");
    const added = await ask("POST", "/sandbox/faults", { kind: "status", operationId: "getBalance", status: 503 });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      position: Number(before) + 1,
      faultId: expect.stringMatching(/^flt_[0-9a-f]{24}$/),
      kind: "status",
      operationId: "getBalance",
      status: 503,
      times: 1,
      remaining: 1,
      createdAt: startAt,
    });
    const { webhookId } = await account.webhook(["charge.paid"]);
    await sandbox.faults.add({ kind: "reorder-deliveries", webhookId, times: 1000 });
    await sandbox.faults.add({ kind: "delay-delivery", delay: "P1M", event: "webhook.test" });
    const listed = await sandbox.faults.list();
    expect(listed).toMatchObject([
      { kind: "status" },
      { kind: "reorder-deliveries", delay: "PT1M", webhookId, times: 1000, remaining: 1000 },
      { kind: "delay-delivery", delay: "P1M", event: "webhook.test" },
    ]);
    const [first, second, third] = listed.map(({ faultId }) => String(faultId));
    const removed = await ask("DELETE", `/sandbox/faults/${second}`);
    expect([removed.status, removed.at("faultIds")]).toEqual([200, [second]]);
    const unknown = await ask("DELETE", `/sandbox/faults/${second}`);
    expect([unknown.status, unknown.at("code")]).toEqual([404, "FAULT_UNKNOWN"]);
    expect((await ask("DELETE", "/sandbox/faults")).at("faultIds")).toEqual([first, third]);
    expect(await sandbox.faults.list()).toEqual([]);
    const nothing = await ask("DELETE", "/sandbox/faults");
    expect([nothing.status, nothing.at("faultIds")]).toEqual([200, []]);
  });

  it("strikes any operation of the interface", () => {
    const control = loadDocument("control").dereferenced.components?.schemas?.InterfaceOperation;
    const operations = listOperations(loadDocument("interface").dereferenced).map(({ operationId }) => operationId);
    expect([...Object(control).enum].sort()).toEqual([...operations].sort());
  });
});

describe("a status", () => {
  it("refuses the next calls as the interface refuses, and nothing happens", async ({ sandbox, account }) => {
    const { faultId } = await sandbox.faults.add({
      kind: "status",
      operationId: "initiateWithdrawal",
      status: 503,
      times: 2,
    });
    for (const left of [1, 0]) {
      const refused = await account.initiate(50_000);
      expect([refused.status, refused.at("data.code")]).toEqual([503, "FAULT_INJECTED"]);
      expect(refused.text("message")).toContain(faultId);
      expect((await sandbox.faults.list()).map(({ remaining }) => remaining)).toEqual(left === 0 ? [] : [left]);
    }
    expect(await account.balance()).toBe(150_000);
    expect((await account.initiate(50_000)).status).toBe(201);
  });

  it("is in the envelope of the overlay", async () => {
    const interfaceDocument = await interfaceWith(
      { target: "$.components.schemas.Refusal.properties", update: { error: { type: "string", "x-value": "$code" } } },
      { target: "$.components.schemas.Refusal.properties.code", remove: true },
      { target: "$.components.schemas.Refusal.required[?@ == 'code']", remove: true },
      { target: "$.components.schemas.Envelope.properties.status", update: { "x-value": "$type" } },
    );
    await using sandbox = await startSandbox({ interfaceDocument });
    await sandbox.faults.add({ kind: "status", operationId: "getBalance", status: 502 });
    const refused = await sandbox.ask("GET", "/account-balance");
    expect(refused.status).toBe(502);
    expect(refused.body).toMatchObject({
      status: "urn:saldo:problem:fault-injected",
      data: { error: "FAULT_INJECTED" },
    });
  });

  it("comes after the key and before anything else of the call", async ({ sandbox }) => {
    await sandbox.faults.add({ kind: "status", operationId: "confirmWithdrawal", status: 503, times: 3 });
    const ask = (apiKey: string, body: string, type: string) =>
      fetch(`${sandbox.url}${withdraw}/confirm?unknown=1`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": type },
        body,
      });
    const json = "application/json";
    expect((await ask("sk_sandbox_wrong", "{", json)).status).toBe(401);
    expect(await sandbox.faults.list()).toMatchObject([{ remaining: 3 }]);
    expect((await ask(sandbox.apiKey, "{", json)).status).toBe(503);
    expect((await ask(sandbox.apiKey, "code=1", "text/plain")).status).toBe(503);
    expect((await ask(sandbox.apiKey, `"${"x".repeat(300_000)}"`, json)).status).toBe(503);
    expect((await ask(sandbox.apiKey, "{", json)).status).toBe(400);
  });

  it("strikes with and without /v1, HEAD as GET, and no other operation, path or world", async ({ sandbox }) => {
    await using other = await startCheckedSandbox();
    const { ask, account } = sandbox;
    await sandbox.faults.add({ kind: "status", operationId: "getBalance", status: 503, times: 2 });
    await account.history();
    expect((await ask("GET", "/account-balances")).status).toBe(404);
    expect((await ask("DELETE", "/account-balance")).status).toBe(405);
    await other.account.balance();
    expect((await ask("GET", "/v1/account-balance")).status).toBe(503);
    const head = await fetch(`${sandbox.url}/account-balance`, {
      method: "HEAD",
      headers: { "x-api-key": sandbox.apiKey },
    });
    expect([head.status, await head.text()]).toEqual([503, ""]);
    expect(await account.balance()).toBe(150_000);
  });
});

// The document of the interface describes no 429: the platform's documentation shows none.
it("the headers of a status come with the answer, beside those of Saldo", async () => {
  await using sandbox = await startSandbox();
  const headers = { "Retry-After": "2", "x-ratelimit-limit": "60" };
  const { faultId } = await sandbox.faults.add({ kind: "status", operationId: "getBalance", status: 429, headers });
  expect(await sandbox.faults.list()).toMatchObject([{ faultId, headers }]);
  const answer = await sandbox.ask("GET", "/account-balance");
  expect(answer.status).toBe(429);
  const type = "application/json; charset=utf-8";
  const shown = { "retry-after": "2", "x-ratelimit-limit": "60", "content-type": type };
  expect(Object.fromEntries(answer.headers)).toMatchObject(shown);
});

describe("a rate limit", () => {
  const limit = { kind: "rate-limit", requests: 2, per: "PT1M" } as const;

  it("answers 429 with Retry-After to the calls above it, until the world's clock has moved on", async () => {
    await using sandbox = await startSandbox();
    const { ask } = sandbox;
    const account = new Account(ask);
    const { faultId } = await sandbox.faults.add(limit);
    expect(await sandbox.faults.list()).toEqual([
      { faultId, ...limit, remaining: 2, resetsAt: null, createdAt: startAt },
    ]);
    const withdrawId = await account.open(1_000);
    await account.advance({ by: "PT20.5S" });
    await account.history();
    expect(await sandbox.faults.list()).toMatchObject([{ remaining: 0, resetsAt: later(startAt, minute) }]);
    const refused = await ask("POST", `${withdraw}/cancel`, { withdrawId });
    expect([refused.status, refused.headers.get("retry-after"), refused.at("data.code")]).toEqual([
      429,
      "40",
      "FAULT_INJECTED",
    ]);
    expect(refused.text("message")).toContain(`${faultId}, 2 per PT1M`);
    expect(await account.status(withdrawId)).toBe("CREATED");
    expect((await sandbox.history.requests())[0]).toMatchObject({ status: 429, fault: "rate-limit" });
    await account.advance({ by: "PT39.5S" });
    expect((await account.cancel(withdrawId)).status).toBe(200);
    expect(await sandbox.faults.list()).toMatchObject([{ remaining: 1, resetsAt: later(startAt, 2 * minute) }]);
  });

  it("goes on after a rewind, in a new window where the old one lies ahead", async () => {
    await using sandbox = await startSandbox();
    const { ask } = sandbox;
    const account = new Account(ask);
    await ask("POST", "/sandbox/bookmarks", { name: "before" });
    await account.advance({ by: "P1D" });
    await sandbox.faults.add(limit);
    for (const status of [200, 200, 429]) expect((await ask("GET", "/account-balance")).status).toBe(status);
    await account.rewind({ bookmark: "before" });
    expect(await sandbox.faults.list()).toMatchObject([{ remaining: 2, resetsAt: null }]);
    for (const status of [200, 200, 429]) expect((await ask("GET", "/account-balance")).status).toBe(status);
  });
});

it("a reset breaks the connection before anything happens", async ({ sandbox, account }) => {
  await sandbox.faults.add({ kind: "reset", operationId: "initiateWithdrawal", times: 2 });
  expect(await endOf(sandbox, withdraw, '{"value":50000}')).toEqual({ text: "", error: "ECONNRESET" });
  expect(await endOf(sandbox, withdraw, "{")).toEqual({ text: "", error: "ECONNRESET" });
  expect(await account.balance()).toBe(150_000);
  const [second, first] = await sandbox.history.requests({ operationId: "initiateWithdrawal" });
  expect(first).toMatchObject({ status: null, fault: "reset", outcome: null, requestBody: { value: 50_000 } });
  expect(second).toMatchObject({ status: null, fault: "reset", outcome: null, responseBody: null });
  expect((await account.initiate(50_000)).status).toBe(201);
});

it("a lost response comes after the operation, which another try finds done", async ({ sandbox, account }) => {
  await sandbox.faults.add({ kind: "lose-response", operationId: "initiateWithdrawal" });
  expect(await endOf(sandbox, withdraw, '{"value":50000}')).toEqual({ text: "", error: null });
  expect(await account.balance()).toBe(100_000);
  const retry = await account.initiate(50_000);
  expect([retry.status, retry.at("data.code")]).toEqual([409, "WITHDRAWAL_ALREADY_OPEN"]);
  const { withdrawId } = only(await account.history());
  expect(retry.at("data.withdrawId")).toBe(withdrawId);
  const [, lost] = await sandbox.history.requests({ operationId: "initiateWithdrawal" });
  expect(lost).toMatchObject({ status: null, fault: "lose-response", outcome: "initiated", responseBody: null });
  const types = (await account.events()).map(({ type }) => type);
  expect(types.indexOf("FaultStruck")).toBeLessThan(types.indexOf("WithdrawalInitiated"));
});

it("a lost response can be the status of a gateway; the operation has happened", async () => {
  await using sandbox = await startSandbox();
  await sandbox.faults.add({ kind: "lose-response", operationId: "initiateWithdrawal", status: 504 });
  const answer = await sandbox.ask("POST", withdraw, { value: 1_000 });
  expect([answer.status, answer.at("data.code")]).toEqual([504, "FAULT_INJECTED"]);
  const [lost] = await sandbox.history.requests({ operationId: "initiateWithdrawal" });
  expect(lost).toMatchObject({ status: 504, fault: "lose-response", outcome: "initiated" });
  expect((await sandbox.ask("POST", withdraw, { value: 1_000 })).status).toBe(409);
});

describe("latency", () => {
  const slow = { kind: "latency", operationId: "initiateWithdrawal", delay: "PT2M" } as const;

  it("lets a call wait and then go on, a malformed one as well", async ({ sandbox, account }) => {
    await sandbox.faults.add({ ...slow, delay: "PT0.02S", times: 2 });
    expect((await sandbox.ask("POST", withdraw, { value: "1" })).status).toBe(400);
    expect((await account.initiate(50_000)).status).toBe(201);
    const calls = await sandbox.history.requests({ operationId: "initiateWithdrawal" });
    expect(calls).toMatchObject([
      { status: 201, fault: "latency", outcome: "initiated" },
      { status: 400, fault: "latency", outcome: "request-malformed" },
    ]);
    // A timer may be a millisecond early.
    for (const { durationMs } of calls) expect(durationMs).toBeGreaterThan(18);
  });

  it("keeps no other client waiting, and does nothing for one that is gone", async ({ sandbox, account }) => {
    const { url, apiKey } = sandbox;
    await sandbox.faults.add(slow);
    const patience = new AbortController();
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const waiting = fetch(url + withdraw, {
      method: "POST",
      headers,
      body: '{"value":50000}',
      signal: patience.signal,
    });
    await until(async () => (await sandbox.faults.list()).length === 0);
    expect(await sandbox.history.requests({ operationId: "initiateWithdrawal" })).toMatchObject([
      { status: null, fault: "latency", outcome: null, durationMs: null },
    ]);
    expect((await account.initiate(20_000)).status).toBe(201);
    patience.abort();
    await expect(waiting).rejects.toThrow();
    await until(
      async () => (await sandbox.history.requests({ operationId: "initiateWithdrawal" }))[1]?.durationMs !== null,
    );
    const [, gone] = await sandbox.history.requests({ operationId: "initiateWithdrawal" });
    expect(gone).toMatchObject({ status: null, fault: "latency", outcome: null, responseBody: null });
    expect(await account.history()).toHaveLength(1);
    expect(await account.balance()).toBe(130_000);
  });

  it("ends with the world, and the client is not told to try again", async ({ sandbox }) => {
    const world = await sandbox.world();
    await world.faults.add(slow);
    const waiting = world.ask("POST", withdraw, { value: 50_000 });
    await until(async () => (await world.faults.list()).length === 0);
    await world.stop();
    expect((await waiting).body).toMatchObject({
      status: 401,
      message: expect.stringContaining("its world was deleted"),
    });
  });
});

it("faults stand in the events, and survive every rewind and reset", async ({ sandbox, ask, account }) => {
  await ask("POST", "/sandbox/bookmarks", { name: "before" });
  const { faultId } = await sandbox.faults.add({ kind: "status", operationId: "getBalance", status: 503, times: 3 });
  await ask("GET", "/account-balance");
  const { faultId: other } = await sandbox.faults.add({ kind: "duplicate-delivery", event: "charge.paid" });
  await ask("DELETE", `/sandbox/faults/${other}`);
  const events = (await account.events()).filter(({ type }) => String(type).startsWith("Fault"));
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ["FaultAdded", { faultId, kind: "status", operationId: "getBalance", status: 503, times: 3 }],
    ["FaultStruck", { faultId, kind: "status", operationId: "getBalance", remaining: 2 }],
    ["FaultAdded", { faultId: other, kind: "duplicate-delivery", event: "charge.paid", times: 1 }],
    ["FaultsRemoved", { faultIds: [other] }],
  ]);
  const before = await sandbox.faults.list();
  expect(before).toMatchObject([{ faultId, remaining: 2 }]);
  await account.rewind({ bookmark: "before" });
  expect(await sandbox.faults.list()).toEqual(before);
  await ask("POST", "/sandbox/reset");
  expect(await sandbox.faults.list()).toEqual(before);
  const { faultId: third } = await sandbox.faults.add({ kind: "reset", operationId: "listWithdrawals" });
  expect([faultId, other]).not.toContain(third);
  expect((await ask("GET", "/account-balance")).status).toBe(503);
  // Where it went back from, too.
  await account.rewind({ bookmark: "before" });
  expect(await sandbox.faults.list()).toMatchObject([{ faultId, remaining: 1 }, { faultId: third }]);
});

it("without an end in sight a fault of one operation leaves the control plane alone", async ({ sandbox }) => {
  await sandbox.faults.add({ kind: "status", operationId: "listWebhooks", status: 500, times: 1000 });
  // An operation of the control plane has the same name.
  expect((await sandbox.ask("GET", "/sandbox/webhooks")).status).toBe(200);
  expect((await sandbox.ask("GET", "/webhook")).status).toBe(500);
});

it("the log of requests has the calls that got no answer, too", async () => {
  const entries: RequestEntry[] = [];
  await using sandbox = await startSandbox({ requestLog: (entry) => entries.push(entry) });
  await sandbox.faults.add({ kind: "lose-response", operationId: "initiateWithdrawal" });
  await sandbox.faults.add({ kind: "reset", operationId: "getBalance" });
  await expect(sandbox.ask("POST", withdraw, { value: 1_000 })).rejects.toThrow();
  await expect(sandbox.ask("GET", "/account-balance")).rejects.toThrow();
  await expect
    .poll(() => entries.filter(({ status }) => status === null))
    .toMatchObject([
      { path: withdraw, outcome: "initiated", fault: "lose-response" },
      { path: "/account-balance", outcome: null, fault: "reset" },
    ]);
});
