import { afterEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import type { Peer } from "../../store/sharing.ts";
import { HOP_HEADER, verdictHeader } from "./hop.ts";
import { PlantedPeer } from "./testing/planted-peer.ts";
import { ELSEWHERE, startBefore } from "./testing/process-before.ts";
import { startTwo } from "./testing/two-sandboxes.ts";

const startPeer = (text = "done") => PlantedPeer.start((response) => void response.end(text));
const startWithoutWorld = () =>
  PlantedPeer.start((response, { headers }) => {
    response.writeHead(421, verdictHeader("elsewhere", String(headers[HOP_HEADER]))).end();
  });
const silent = () => PlantedPeer.start(() => undefined);
const breaking = () => PlantedPeer.start((response) => void response.destroy());

/** An address at which nothing listens. */
const unused = async (): Promise<Peer> => ({ address: `http://127.0.0.1:${await freePort()}`, token: "of-none" });

const methods = [
  ["GET", "/account-balance", undefined],
  ["POST", "/account-balance/withdraw", { value: 50_000 }],
] as const;

describe("a world is looked for again, and the request sent anew with its body", () => {
  it.each(methods)("where the process says that it does not have it: %s", async (method, path, body) => {
    await using wrong = await startWithoutWorld();
    await using right = await startPeer();
    await using before = await startBefore([wrong.peer, right.peer]);
    const answer = await before.ask(method, path, body);
    expect(answer.status).toBe(200);
    expect(wrong.arrived).toHaveLength(1);
    expect(right.arrived).toMatchObject([{ method, url: path, body: wrong.arrived[0]?.body }]);
  });

  it.each(methods)("where nothing listens any more: %s", async (method, path, body) => {
    await using right = await startPeer();
    await using before = await startBefore([await unused(), right.peer]);
    expect((await before.ask(method, path, body)).status).toBe(200);
    expect(right.arrived).toMatchObject([{ method, url: path }]);
  });

  it("and may be this process's by then", async () => {
    await using wrong = await startWithoutWorld();
    await using two = await startTwo();
    const { store } = two.first;
    // The world is in the memory that both share; the second process has forgotten it as far as the first one knows.
    store.looks = 0;
    store.owner = () => (store.looks === 1 ? wrong.peer : null);
    const answer = await two.ask("POST", "/account-balance/withdraw", { value: 50_000 });
    expect([answer.status, answer.at("data.value")]).toEqual([201, 50_000]);
    expect(store.looks).toBe(2);
  });

  it("for six seconds, and then the client may try again", async () => {
    await using wrong = await startWithoutWorld();
    await using before = await startBefore([wrong.peer]);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + (before.store.looks > 2 ? 6_000 : 0));
    const answer = await before.ask("POST", "/account-balance/withdraw", { value: 1 });
    expect([answer.status, answer.at("data.code")]).toEqual([503, "UNAVAILABLE"]);
    expect(wrong.arrived).toHaveLength(3);
  });
  afterEach(() => vi.restoreAllMocks());
});

describe("a connection that breaks before a response has begun", () => {
  it("is another try for what only reads", async () => {
    await using broken = await breaking();
    await using right = await startPeer();
    await using before = await startBefore([broken.peer, right.peer]);
    expect((await before.ask("GET", "/account-balance")).status).toBe(200);
  });

  it.each([
    ["/account-balance/withdraw", { value: 1 }, "data.code"],
    ["/sandbox/charges", { total: 1_000 }, "code"],
  ])("leaves open whether anything else was done: %s", async (path, body, code) => {
    await using broken = await breaking();
    await using right = await startPeer();
    await using before = await startBefore([broken.peer, right.peer]);
    const answer = await before.ask("POST", path, body);
    expect([answer.status, answer.at(code)]).toEqual([502, "OUTCOME_UNKNOWN"]);
    expect(right.arrived).toEqual([]);
  });

  it.each([
    ["GET", "/account-balance", 200],
    ["POST", "/account-balance/withdraw", 502],
  ])("is what comes of a process that is silent and no longer there: %s", async (method, path, status) => {
    await using stopped = await silent();
    await using right = await startPeer();
    await using before = await startBefore([stopped.peer, right.peer]);
    let looks = 0;
    before.store.sharing.peers = () => (looks++ === 0 ? [stopped.peer, right.peer] : [right.peer]);
    expect((await before.ask(method, path)).status).toBe(status);
  });
});

describe("what another process passes on", () => {
  it("is refused where it was meant for another one", async () => {
    await using two = await startTwo();
    for (const path of ["/account-balance", "/sandbox/world", "/sandbox/health", "/nope", "/"]) {
      const headers = { "x-api-key": two.apiKey, "saldo-passed-on": "a-wrong-one" };
      expect((await fetch(`${two.second.saldo.url}${path}`, { headers })).status).toBe(421);
    }
  });

  it("is never passed on again", async () => {
    await using third = await startPeer();
    await using before = await startBefore([third.peer]);
    const headers = { "x-api-key": ELSEWHERE.apiKey, "saldo-passed-on": before.store.sharing.token };
    const answer = await fetch(`${before.saldo.url}/account-balance`, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([421, { data: { code: "MISDIRECTED" } }]);
    expect(answer.headers.get("saldo-passed-on")).toBe(`elsewhere ${before.store.sharing.token}`);
    expect(third.arrived).toEqual([]);
  });
});
