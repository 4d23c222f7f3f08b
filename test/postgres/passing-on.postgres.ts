import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { asker } from "../../src/client/connection.ts";
import { SaldoClient } from "../../src/client.ts";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import { PAGE_PATH } from "../../src/http/page/serve-page.ts";
import { request } from "../hostile/connection.ts";
import { rowsOf } from "../rules/json-reading.ts";
import { Owners } from "./owners.ts";
import { makeWorld, type Replica, Replicas } from "./replicas.ts";

const apiKey = PUBLIC_API_KEY;
const MIB = 1024 * 1024;

let replicas: Replicas;
let owner: Replica;
let other: Replica;

beforeAll(async () => {
  replicas = await Replicas.start(inject("databaseUrl"), ["--clock", "frozen"]);
  ({ owner, other } = await new Owners(inject("databaseUrl"), replicas).ofFirst());
});

afterAll(() => replicas[Symbol.asyncDispose]());

/** Follows a stream of server-sent events at a replica until `end`. */
async function follow({ url }: Replica, path: string, key = apiKey) {
  const hangUp = new AbortController();
  const response = await fetch(url + path, { headers: { "x-api-key": key }, signal: hangUp.signal });
  expect(response.status, path).toBe(200);
  const pieces = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let told = "";
  return {
    /** Returns what was told up to a text. */
    until: async (text: string): Promise<string> => {
      while (!told.includes(text)) {
        const next = await pieces?.next();
        if (next === undefined || next.done === true) throw new Error(`the stream ended without ${text}: ${told}`);
        told += next.value;
      }
      return told;
    },
    end: () => hangUp.abort(),
  };
}

describe("a replica that is not the owner", () => {
  test("answers every request as the owner does, header by header", async () => {
    const key = `x-api-key: ${apiKey}`;
    const json = "content-type: application/json";
    const withdraw = "/account-balance/withdraw";
    for (const asked of [
      { method: "GET", target: "/account-balance", headers: [key] },
      { method: "GET", target: "/v1/account-balance", headers: [key], body: "{}" },
      { method: "HEAD", target: "/account-balance", headers: [key] },
      { method: "OPTIONS", target: "/account-balance", headers: [key] },
      { method: "DELETE", target: "/account-balance", headers: [key] },
      { method: "GET", target: "/nowhere", headers: [key] },
      { method: "GET", target: "/account-balance", headers: ["x-api-key: sk_sandbox_wrong"] },
      { method: "GET", target: "/account-balance", headers: [key], host: "evil.example" },
      { method: "GET", target: "/sandbox/world", headers: [key, "origin: http://evil.example"] },
      { method: "POST", target: withdraw, headers: [key, json], body: "{" },
      { method: "POST", target: withdraw, headers: [key, "content-type: text/plain"], body: "{}" },
      { method: "POST", target: withdraw, headers: [key, json, "expect: 100-continue"], body: '{"value":1}' },
      { method: "POST", target: withdraw, headers: [key, json], body: `"${"x".repeat(300_000)}"` },
      { method: "POST", target: withdraw, headers: [key, json], body: " ".repeat(17 * MIB) },
      { method: "GET", target: "/sandbox/events?limit=1000&unknown=1", headers: [key] },
      { method: "DELETE", target: `/sandbox/faults/flt_${"0".repeat(24)}`, headers: [key] },
      { method: "GET", target: "/sandbox/world/save-file", headers: [key] },
    ]) {
      const [mine, passedOn] = [await request(owner.url, asked), await request(other.url, asked)];
      const what = `${asked.method} ${asked.target} ${asked.headers.join(", ")}`;
      const { date: _mine, ...mineHeaders } = mine.headers;
      const { date: _passedOn, ...passedOnHeaders } = passedOn.headers;
      expect([passedOn.status, passedOnHeaders, passedOn.text], what).toEqual([mine.status, mineHeaders, mine.text]);
    }
  });

  test("serves the page, and answers what the page asks", async () => {
    const paths = [PAGE_PATH, "/sandbox/summary", "/sandbox/timeline", "/sandbox/agenda", "/sandbox/ledger"];
    for (const path of [...paths, "/sandbox/charges", "/sandbox/webhooks", "/sandbox/inbox"]) {
      const [mine, passedOn] = [await owner.ask("GET", path), await other.ask("GET", path)];
      expect([passedOn.status, passedOn.body], path).toEqual([mine.status, mine.body]);
      if (path !== PAGE_PATH) expect(mine.status, path).toBe(200);
    }
  });

  test("answers ten large lists at once", async () => {
    const lists = await Promise.all(Array.from({ length: 10 }, () => other.ask("GET", "/sandbox/events?limit=1000")));
    const mine = await owner.ask("GET", "/sandbox/events?limit=1000");
    for (const { status, body } of lists) expect([status, body]).toEqual([200, mine.body]);
  });

  test("follows the events, and begins where the client was", async () => {
    const position = await owner.account.position();
    const stream = await follow(other, `/sandbox/events/stream?after=${position}`);
    const chargeId = await owner.account.charge({ total: 100 });
    expect(await stream.until(chargeId)).toContain(`id: ${position + 1}\n`);
    stream.end();
  });

  test("has as many event streams as clients want, and answers beside them", async () => {
    const keys = (await Promise.all([makeWorld(owner), makeWorld(owner)])).map(({ apiKey: own }) => own);
    const streams = await Promise.all(
      Array.from({ length: 180 }, (_, i) => follow(other, "/sandbox/events/stream", keys[i % 2])),
    );
    expect((await other.ask("GET", "/account-balance")).status).toBe(200);
    for (const key of keys) {
      const charged = await asker({ url: other.url, apiKey: key })("POST", "/sandbox/charges", { total: 100 });
      expect(charged.status).toBe(201);
    }
    for (const stream of streams) await stream.until("ChargeCreated");
    for (const stream of streams) stream.end();
  });

  test("waits, and tells the owner when a client waits no longer", async () => {
    await owner.account.balance();
    const [newest] = rowsOf(await owner.ask("GET", "/sandbox/requests?limit=1"), "requests");
    const path = `/sandbox/requests?after=${newest?.requestId}&operationId=listWebhooks`;
    const gone = new AbortController();
    const headers = { "x-api-key": apiKey };
    // One more than a world lets wait.
    const left = Array.from({ length: 101 }, () =>
      fetch(`${other.url}${path}&wait=PT1M`, { headers, signal: gone.signal }).catch(() => null),
    );
    const statusOfWait = async () => (await owner.ask("GET", `${path}&wait=PT1S`)).status;
    expect((await Promise.race(left))?.status).toBe(429);
    expect(await statusOfWait()).toBe(429);
    gone.abort();
    await Promise.all(left);
    for (let status = 429; status !== 200; status = await statusOfWait()) expect(status).toBe(429);
    const waiting = other.ask("GET", `${path}&wait=PT1M`);
    await owner.ask("GET", "/webhook");
    expect((await waiting).at("requests.0.operationId")).toBe("listWebhooks");
  });

  test("resets the connection, or ends it, as a fault of the owner says", async () => {
    const faultOf = async (url: string, kind: "reset" | "lose-response") => {
      const fault = { kind, operationId: "createWebhook", times: 1 };
      expect((await owner.ask("POST", "/sandbox/faults", fault)).status).toBe(201);
      const body = JSON.stringify({ url: `https://hooks.acme.dev/${kind}`, name: kind, events: ["charge.paid"] });
      const headers = { "x-api-key": apiKey, "content-type": "application/json" };
      const told = await fetch(`${url}/webhook`, { method: "POST", headers, body }).catch((error: unknown) => error);
      return Object(Object(told).cause).code;
    };
    const webhooks = async () => rowsOf(await owner.ask("GET", "/sandbox/webhooks"), "webhooks").length;
    const before = await webhooks();
    expect(await faultOf(other.url, "reset")).toBe("ECONNRESET");
    expect(await webhooks()).toBe(before);
    expect(await faultOf(other.url, "lose-response")).toBe("UND_ERR_SOCKET");
    expect(await webhooks()).toBe(before + 1);
    expect(await faultOf(owner.url, "reset")).toBe("ECONNRESET");
    expect(await faultOf(owner.url, "lose-response")).toBe("UND_ERR_SOCKET");
  });

  test("answers with the status and the headers of a fault", async () => {
    const fault = { kind: "status", operationId: "getBalance", status: 599, times: 2, headers: { "Retry-After": "7" } };
    expect((await other.ask("POST", "/sandbox/faults", fault)).status).toBe(201);
    const [mine, passedOn] = [await owner.ask("GET", "/account-balance"), await other.ask("GET", "/account-balance")];
    expect([passedOn.status, passedOn.headers.get("retry-after")]).toEqual([599, "7"]);
    expect([mine.status, passedOn.body]).toEqual([599, mine.body]);
    expect((await other.ask("GET", "/account-balance")).status).toBe(200);
  });

  test("takes a save-file of 16 MiB, with the key of a world of the owner", async () => {
    const saved = (await other.ask("GET", "/sandbox/world/save-file")).body;
    const text = JSON.stringify({ world: saved, clock: { mode: "frozen" } });
    const body = `${text.slice(0, -1)}${" ".repeat(16 * MIB - text.length)}}`;
    const headers = { "x-api-key": apiKey, "content-type": "application/json" };
    const made = await fetch(`${other.url}/sandbox/worlds`, { method: "POST", headers, body });
    expect(made.status).toBe(201);
    const [company] = Object(await made.json()).companies;
    for (const { url } of replicas.all) {
      const answer = await asker({ url, apiKey: String(company.apiKey) })("GET", "/account-balance");
      expect([answer.status, answer.at("data.balance")]).toEqual([200, await owner.account.balance()]);
    }
  });

  test("lists, exports and counts the calls of the owner, those too that it passed on", async () => {
    const { apiKey: key } = await makeWorld(owner);
    const clients = replicas.all.map(({ url }) => new SaldoClient({ url, apiKey: key }));
    const stream = await follow(other, "/sandbox/requests/stream", key);
    const waiting = clients[1]?.history.waitForRequest({ operationId: "initiateWithdrawal", wait: "PT20S" });
    await clients[2]?.api.POST("/account-balance/withdraw", { body: { value: 10_000 } });
    expect(await waiting).toMatchObject({ requestId: 1, status: 201, requestBody: { value: 10_000 } });
    expect(await stream.until('"requestId":1,')).toMatch(/^event: request$/m);
    stream.end();
    await clients[0]?.api.GET("/account-balance");
    for (const client of clients) {
      expect((await client.control.GET("/requests")).data?.requests).toMatchObject([
        { requestId: 2, operationId: "getBalance" },
        { requestId: 1, operationId: "initiateWithdrawal" },
      ]);
      const har = await client.control.GET("/requests/har");
      expect(har.data?.log.entries).toHaveLength(2);
      expect(JSON.stringify(har.data)).not.toMatch(/passed-on/i);
      const { outcomes } = await client.worldCoverage();
      expect(outcomes.filter(({ count }) => count > 0)).toHaveLength(2);
    }
  });

  test("passes nothing on that a client has marked as passed on, and does nothing of it", async () => {
    const position = await owner.account.position();
    for (const { url } of [owner, other]) {
      const headers = { "x-api-key": apiKey, "content-type": "application/json", "saldo-passed-on": "guessed" };
      const body = JSON.stringify({ total: 100 });
      expect((await fetch(`${url}/sandbox/charges`, { method: "POST", headers, body })).status).toBe(421);
    }
    expect(await owner.account.position()).toBe(position);
  });
});

test("every replica lists the worlds of all with their companies, and takes none for it", async () => {
  const made = await Promise.all(replicas.all.map(makeWorld));
  const owners = new Owners(inject("databaseUrl"), replicas);
  const ids = made.map(({ worldId }) => worldId);
  const before = await Promise.all(ids.map((id) => owners.epochOf(id)));
  for (const { ask } of replicas.all) {
    const listed = rowsOf(await ask("GET", "/sandbox/worlds"), "worlds");
    for (const { worldId, companyName } of made) {
      const row = listed.find((one) => one.worldId === worldId);
      expect(row).toMatchObject({ companies: [{ name: companyName }], openWithdrawals: 0 });
    }
  }
  // What has changed since is noted for the lists of the others.
  const [changed] = made;
  const withdraw = asker({ url: owner.url, apiKey: changed?.apiKey ?? "" });
  expect((await withdraw("POST", "/account-balance/withdraw", { value: 10_000 })).status).toBe(201);
  for (const { ask } of replicas.all) {
    const listed = async () => rowsOf(await ask("GET", "/sandbox/worlds"), "worlds");
    await expect
      .poll(async () => (await listed()).find(({ worldId }) => worldId === changed?.worldId))
      .toMatchObject({ openWithdrawals: 1 });
  }
  expect(await Promise.all(ids.map((id) => owners.epochOf(id)))).toEqual(before);
});
