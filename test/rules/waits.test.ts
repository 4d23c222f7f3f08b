import { describe, expect } from "vitest";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { type CheckedSandbox, it, startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";

const waiting = "/sandbox/requests?operationId=getBalance&wait=PT1M";

describe("waiting for a call", () => {
  it("ends with the call that comes later, and not with others", async ({ sandbox }) => {
    await sandbox.account.balance();
    const waited = sandbox.history.waitForRequest({ operationId: "initiateWithdrawal", status: 409, after: 1 });
    const { account } = sandbox;
    await account.initiate(1_000);
    await account.balance();
    await account.initiate(1_000);
    expect(await waited).toMatchObject({ requestId: 4, status: 409, outcome: "withdrawal-already-open" });
  });

  it("ends at once with a call that came before, the oldest first", async ({ sandbox }) => {
    await sandbox.account.balance();
    await sandbox.account.balance();
    const first = await sandbox.history.waitForRequest();
    expect(first.requestId).toBe(1);
    expect((await sandbox.history.waitForRequest({ after: first.requestId })).requestId).toBe(2);
  });

  it("ends with the call's end: one under way is not listed", async ({ sandbox }) => {
    await sandbox.faults.add({ kind: "latency", operationId: "getBalance", delay: "PT2M" });
    const hurry = new AbortController();
    const headers = { "x-api-key": sandbox.apiKey };
    const slow = fetch(`${sandbox.url}/account-balance`, { headers, signal: hurry.signal }).catch(() => "gone");
    while ((await sandbox.history.requests()).length === 0);
    expect((await sandbox.ask("GET", "/sandbox/requests?wait=PT0S")).at("requests")).toEqual([]);
    const waited = sandbox.history.waitForRequest();
    hurry.abort();
    expect(await waited).toMatchObject({ requestId: 1, status: null, fault: "latency" });
    expect(await slow).toBe("gone");
  });

  it("ends with nothing after its time, and the client says what did not come", async ({ sandbox }) => {
    await sandbox.account.balance();
    const nothing = await sandbox.ask("GET", "/sandbox/requests?after=1&wait=PT0.02S");
    expect([nothing.status, nothing.at("requests")]).toEqual([200, []]);
    await expect(sandbox.history.waitForRequest({ operationId: "resendOtp", wait: "PT0S" })).rejects.toThrow(
      "no call with operationId resendOtp came within PT0S",
    );
  });

  it.each([
    ["wait=PT61S", '"PT61S" is more than PT1M, which is the longest that a request can wait'],
    ["wait=P1M", '"P1M" is more than PT1M'],
    ["wait=PT", '"PT" is not an ISO 8601 duration'],
    ["wait=10s", "wait"],
    ["after=-1", "after"],
  ])("is refused with %s", async (query, why) => {
    await using sandbox = await startCheckedSandbox();
    const refused = await sandbox.ask("GET", `/sandbox/requests?${query}`);
    expect([refused.status, refused.at("code")]).toEqual([400, "REQUEST_MALFORMED"]);
    expect(refused.text("detail")).toContain(why);
  });
});

describe("waiting for a delivery", () => {
  it("ends when the receiver has acknowledged it", async () => {
    await using sandbox = await startHookedSandbox();
    const { webhookId } = await sandbox.account.webhook(["charge.paid"]);
    await sandbox.account.testWebhook(webhookId);
    const waited = sandbox.webhooks.waitForDelivery({ event: "charge.paid" });
    await sandbox.charges.create({ total: 10_000, paid: true });
    expect(await waited).toMatchObject({
      event: "charge.paid",
      state: "DELIVERED",
      attempts: [{ outcome: "SUCCESS" }],
    });
  });

  it("goes on from one to the next, and knows other states", async () => {
    await using sandbox = await startHookedSandbox(["ok", 500]);
    const { account, webhooks } = sandbox;
    const { webhookId } = await account.webhook(["charge.paid"]);
    const first = await account.testWebhook(webhookId);
    expect((await webhooks.waitForDelivery()).deliveryId).toBe(first);
    const second = await account.testWebhook(webhookId);
    const failed = await webhooks.waitForDelivery({ newerThan: first, state: "FAILED" });
    expect([failed.deliveryId, failed.state]).toEqual([second, "FAILED"]);
  });

  it("ends with nothing after its time, and refuses a delivery or an event that there is not", async ({ sandbox }) => {
    await expect(sandbox.webhooks.waitForDelivery({ event: "charge.paid", wait: "PT0S" })).rejects.toThrow(
      "no delivery with state DELIVERED, event charge.paid came within PT0S",
    );
    const refused = await sandbox.ask("GET", "/sandbox/deliveries?newerThan=dlv_1");
    expect([refused.status, refused.text("detail")]).toEqual([400, expect.stringContaining("names no delivery")]);
    const misspelt = await sandbox.ask("GET", "/sandbox/deliveries?event=charge.payd&wait=PT0S");
    expect([misspelt.status, misspelt.text("detail")]).toEqual([400, expect.stringContaining("charge.paid")]);
  });
});

/** Opens one wait more than a world can have. `refused` is the answer to the one that finds the others in all places. */
function fill({ url, apiKey }: Pick<CheckedSandbox, "url" | "apiKey">, signal: AbortSignal | null = null) {
  const headers = { "x-api-key": apiKey };
  const waits = Array.from({ length: 101 }, () => fetch(url + waiting, { headers, signal }));
  return { refused: Promise.race(waits), ended: Promise.allSettled(waits) };
}

async function isFree({ ask }: Pick<CheckedSandbox, "ask">): Promise<boolean> {
  return (await ask("GET", "/sandbox/deliveries?wait=PT0S")).status === 200;
}

describe("requests that wait", () => {
  it("are at most a hundred of a world, and end when their clients go", async ({ sandbox }) => {
    await using other = await startCheckedSandbox();
    const leaving = new AbortController();
    const { refused, ended } = fill(sandbox, leaving.signal);
    expect((await refused).status).toBe(429);
    const told = await sandbox.ask("GET", "/sandbox/requests?wait=PT0S");
    expect(told.body).toMatchObject({ code: "TOO_MANY_WAITS", limit: 100, status: 429 });
    expect(await isFree(other)).toBe(true);
    leaving.abort();
    await ended;
    while (!(await isFree(sandbox)));
  });

  it("are answered with what there is when the server stops", async () => {
    const sandbox = await startSandbox();
    const { refused, ended } = fill(sandbox);
    expect((await refused).status).toBe(429);
    await sandbox[Symbol.asyncDispose]();
    const statuses = (await ended).map((one) => (one.status === "fulfilled" ? one.value.status : String(one.reason)));
    expect(statuses.sort()).toEqual([...Array(100).fill(200), 429]);
  });
});
