import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import { describe, expect, it } from "vitest";
import { startReceiver } from "../../outbound/testing/receiver.ts";
import type { RequestEntry } from "../request/request-log.ts";
import { certificates } from "../security/testing/certificates.ts";
import { HOP_HEADER } from "./hop.ts";
import { startTwo } from "./testing/two-sandboxes.ts";
import { exchange, write } from "./testing/wire.ts";

const withdraw = "/account-balance/withdraw";

/** How the connection of a client of the first process ends on which it asks for a withdrawal. */
function endOfWithdrawal({ first, apiKey }: Awaited<ReturnType<typeof startTwo>>) {
  const headers = ["Host: a", `X-Api-Key: ${apiKey}`, "Content-Type: application/json", "Content-Length: 16"];
  return exchange(first.saldo.url, [`POST ${withdraw} HTTP/1.1`, ...headers], '{"value": 50000}');
}

describe("a request for a world of another process", () => {
  it("is done there, once, and its journal and log have it as it came from the client", async () => {
    const entries: RequestEntry[] = [];
    await using two = await startTwo({ requestLog: (entry) => entries.push(entry) });
    const initiated = await two.ask("POST", withdraw, { value: 50_000 });
    expect(initiated.status).toBe(201);
    expect(initiated.headers.get(HOP_HEADER)).toBeNull();
    const listed = await two.second.saldo.ask("GET", "/account-balance/withdrawals");
    expect(listed.at("data.0.withdrawId")).toBe(initiated.at("data.withdrawId"));
    const journal = await two.ask("GET", "/sandbox/requests?operationId=initiateWithdrawal");
    const har = await two.ask("GET", "/sandbox/requests/har");
    expect(har.at("log.entries.0.request.url")).toBe(`${two.first.saldo.url}${withdraw}`);
    expect(JSON.stringify([journal.body, har.body])).not.toMatch(/saldo-passed-on/i);
    const logged = () => entries.filter(({ path, method }) => method === "POST" && path === withdraw);
    // The log has a request after its answer was sent.
    await expect
      .poll(() => logged().map(({ outcome, worldId, status }) => [outcome, worldId, status]))
      .toEqual([
        ["initiated", two.second.saldo.worldId, 201],
        ["passed-on", null, 201],
      ]);
  });

  it("may come from a tool of an agent, which asks within the process", async () => {
    await using two = await startTwo({ tls: { ...certificates.server } });
    const params = { name: "call", arguments: { operation: "initiateWithdrawal", with: { value: 50_000 } } };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const answer = await two.ask("POST", "/sandbox/mcp", call, { accept: "application/json, text/event-stream" });
    const [withdrawId = "none"] = /wdr_\w+/.exec(String(answer.body)) ?? [];
    const listed = await two.second.saldo.ask("GET", "/account-balance/withdrawals");
    expect(listed.at("data.0.withdrawId")).toBe(withdrawId);
  });

  it("may have a body of 16 MiB", async () => {
    await using two = await startTwo();
    const fixture = { companies: [{ name: "A" }], name: "x".repeat(1) };
    const text = JSON.stringify({ fixture }).padEnd(16 * 1024 * 1024);
    const headers = { "x-api-key": two.apiKey, "content-type": "application/json" };
    const post = (url: string) => fetch(`${url}/sandbox/worlds`, { method: "POST", headers, body: text });
    const direct = await post(two.second.saldo.url);
    const passed = await post(two.first.saldo.url);
    expect(passed.status).toBe(direct.status);
    expect(Object.keys(Object(await passed.json()))).toEqual(Object.keys(Object(await direct.json())));
  });

  it("gets its response before its body has come, where that is too long", async () => {
    await using two = await startTwo();
    const headers = ["Host: a", `X-Api-Key: ${two.apiKey}`, "Content-Type: application/json", "Content-Length: 300000"];
    const { text } = await exchange(two.first.saldo.url, [`POST ${withdraw} HTTP/1.1`, ...headers], "{");
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("of a longer body in chunks than is read, too", async () => {
    await using two = await startTwo();
    const headers = [
      "Host: a",
      `X-Api-Key: ${two.apiKey}`,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
    ];
    const chunk = `${(300_000).toString(16)}\r\n${" ".repeat(300_000)}\r\n`;
    const { text } = await exchange(two.first.saldo.url, [`POST ${withdraw} HTTP/1.1`, ...headers], chunk);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("waits there, and the wait ends with what it waits for", async () => {
    await using two = await startTwo();
    const waiting = two.ask("GET", "/sandbox/requests?operationId=getBalance&wait=PT1M");
    await two.ask("GET", "/account-balance");
    expect((await waiting).at("requests.0.operationId")).toBe("getBalance");
  });

  it("waits no longer than until the process of its client stops, and is answered", async () => {
    await using two = await startTwo({ closeWithinMs: 20_000 });
    const waiting = two.ask("GET", "/sandbox/requests?operationId=getBalance&wait=PT1M&limit=5");
    while (two.first.store.looks === 0) await new Promise(setImmediate);
    void two.first.saldo.stop();
    const answer = await waiting;
    expect([answer.status, answer.at("requests")]).toEqual([200, []]);
  });

  it("follows events there, until one of the two stops", async () => {
    for (const stopping of ["first", "second"] as const) {
      await using two = await startTwo();
      const headers = { "x-api-key": two.apiKey };
      const response = await fetch(`${two.first.saldo.url}/sandbox/events/stream?after=0`, { headers });
      expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
      let text = "";
      let stopped: Promise<void> | undefined;
      for await (const bytes of response.body ?? []) {
        text += Buffer.from(bytes).toString();
        if (text.includes("CompanyAdded")) stopped ??= two[stopping].saldo.stop();
      }
      expect(text).toMatch(/^: keep-alive\n\nevent: ready/);
      await stopped;
    }
  });

  it.each([
    [{ kind: "reset" }, "ECONNRESET", 0],
    [{ kind: "lose-response" }, null, 1],
  ])("has its connection ended as the fault demands: %o", async (fault, error, done) => {
    await using two = await startTwo();
    await two.ask("POST", "/sandbox/faults", { ...fault, operationId: "initiateWithdrawal" });
    expect(await endOfWithdrawal(two)).toEqual({ text: "", error });
    const { body } = await two.ask("GET", "/account-balance/withdrawals");
    expect(Object(body).data).toHaveLength(done);
    const journal = await two.ask("GET", "/sandbox/requests?operationId=initiateWithdrawal");
    expect([journal.at("requests.0.status"), journal.at("requests.0.fault")]).toEqual([null, fault.kind]);
  });

  it("gets the status of a fault, also 421 and 502", async () => {
    await using two = await startTwo();
    for (const status of [421, 502, 599]) {
      await two.ask("POST", "/sandbox/faults", { kind: "status", operationId: "getBalance", status, times: 1 });
      // Node's fetch would send the request again after a 421.
      const headers = ["Host: a", `X-Api-Key: ${two.apiKey}`, "Connection: close"];
      const { text } = await exchange(two.first.saldo.url, ["GET /account-balance HTTP/1.1", ...headers]);
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*FAULT_INJECTED`, "s"));
    }
    expect((await two.ask("GET", "/account-balance")).status).toBe(200);
  });

  it("ends there when the client leaves a call that a fault delays", async () => {
    await using two = await startTwo();
    await two.ask("POST", "/sandbox/faults", { kind: "latency", operationId: "getBalance", delay: "PT2M" });
    const socket = write(two.first.saldo.url, ["GET /account-balance HTTP/1.1", "Host: a", `X-Api-Key: ${two.apiKey}`]);
    const journal = () => two.second.saldo.ask("GET", "/sandbox/requests?operationId=getBalance");
    while ((await journal()).at("requests.0.fault") !== "latency");
    socket.destroy();
    const waited = await two.second.saldo.ask("GET", "/sandbox/requests?operationId=getBalance&wait=PT1M");
    expect(waited.at("requests.0.fault")).toBe("latency");
  });

  it("deletes the world by its id without a key", async () => {
    await using two = await startTwo();
    const { worldId } = two.second.saldo;
    expect((await two.first.saldo.ask("DELETE", `/sandbox/worlds/${worldId}`)).status).toBe(204);
    expect((await two.second.saldo.ask("GET", "/account-balance")).status).toBe(401);
  });

  it("does not wait for other requests on their way to the same process", async () => {
    await using two = await startTwo();
    const headers = { "x-api-key": two.apiKey };
    const gone = new AbortController();
    const streams = Array.from({ length: 100 }, () =>
      fetch(`${two.first.saldo.url}/sandbox/events/stream`, { headers, signal: gone.signal }),
    );
    for (const stream of streams) expect((await stream).status).toBe(200);
    expect((await two.ask("GET", "/account-balance")).status).toBe(200);
    gone.abort();
  });

  it("gets connection: close from a process that stops, as other requests do", async () => {
    await using two = await startTwo({ drainMs: 1_500 });
    await two.first.saldo.ask("GET", "/sandbox/ready");
    const agent = new http.Agent({ keepAlive: true });
    const connectionOf = async () => {
      const headers = { "x-api-key": two.apiKey };
      const [response] = await once(http.get(`${two.first.saldo.url}/account-balance`, { agent, headers }), "response");
      response.resume();
      return response.headers.connection;
    };
    expect(await connectionOf()).toBe("keep-alive");
    const stopped = two.first.saldo.stop();
    while ((await connectionOf()) !== "close");
    agent.destroy();
    await stopped;
  });
});

it("between processes that serve TLS nothing is sent to one that serves another", async () => {
  const { server, stranger } = certificates;
  await using two = await startTwo({ tls: server });
  const tls = { cert: readFileSync(stranger.cert, "utf8"), key: readFileSync(stranger.key, "utf8") };
  await using third = await startReceiver("ok", { tls });
  const { store } = two.first;
  store.owner = () => (store.looks === 1 ? { address: third.url, token: "of-the-third" } : two.second.peer);
  expect((await two.ask("POST", withdraw, { value: 50_000 })).status).toBe(201);
  expect([store.looks, third.requests]).toEqual([2, []]);
});
