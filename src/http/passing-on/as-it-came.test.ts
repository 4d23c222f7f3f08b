import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { HOP_HEADER } from "./hop.ts";
import { PlantedPeer } from "./testing/planted-peer.ts";
import { ELSEWHERE, startBefore } from "./testing/process-before.ts";
import { endOf, exchange, write } from "./testing/wire.ts";

const key = `X-Api-Key: ${ELSEWHERE.apiKey}`;
const startPeer = () => PlantedPeer.start((response) => void response.end("done"));

/** The headers that the tests write, with those that name a connection left out. */
const passed = (lines: readonly string[], peer: PlantedPeer) => [
  ...lines.flatMap((line) => line.split(": ")),
  ...[HOP_HEADER, peer.peer.token, "Connection", "keep-alive"],
];

describe("a request is passed on as it came", () => {
  it("with its method, target, headers and bytes, but for what is about the connection", async () => {
    await using peer = await startPeer();
    await using before = await startBefore([peer.peer]);
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x22, 0x7d]);
    const typed = ["Content-Type: application/json", "Content-LENGTH: 5"];
    const lines = ["Host: a.localhost:1", key, "X-Thing: 1", "x-thing: \xe9", ...typed];
    const ofConnection = ["Connection: close, x-thing", "Keep-Alive: timeout=1", "TE: trailers"];
    const target = "/account-balance/withdraw?a=%41&a=b%2Fc&&";
    const { text } = await exchange(before.saldo.url, [`POST ${target} HTTP/1.1`, ...lines, ...ofConnection], body);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\ndone$/s);
    const [arrived] = peer.arrived;
    expect(arrived).toMatchObject({ method: "POST", url: target, body });
    expect(arrived?.rawHeaders).toEqual(passed(lines, peer).map((each) => (each === "\xe9" ? "Ã©" : each)));
  });

  it.each(["POST", "GET", "DELETE"])("with a body in chunks: %s", async (method) => {
    await using peer = await startPeer();
    await using before = await startBefore([peer.peer]);
    const lines = ["Host: a", key, "Transfer-Encoding: chunked"];
    const path = method === "DELETE" ? "/webhook/whk_1" : "/account-balance";
    const chunks = "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    await exchange(before.saldo.url, [`${method} ${path} HTTP/1.1`, ...lines, "Connection: close"], chunks);
    expect(peer.arrived).toEqual([{ method, url: path, rawHeaders: passed(lines, peer), body: Buffer.from("abcde") }]);
  });

  it.each(["GET", "HEAD"])("with a body where none is usual: %s", async (method) => {
    await using peer = await startPeer();
    await using before = await startBefore([peer.peer]);
    const lines = ["Host: a", key, "Content-Length: 4"];
    const asked = [`${method} /account-balance HTTP/1.1`, ...lines, "Connection: close"];
    const { text } = await exchange(before.saldo.url, asked, "1234");
    expect(peer.arrived[0]?.body.toString()).toBe("1234");
    expect(text.endsWith(method === "HEAD" ? "\r\n\r\n" : "done")).toBe(true);
  });

  it("without a body, in whatever version of HTTP", async () => {
    await using peer = await startPeer();
    await using before = await startBefore([peer.peer]);
    const { text } = await exchange(before.saldo.url, ["POST /account-balance/withdraw HTTP/1.0", key]);
    expect(text).toMatch(/\r\n\r\ndone$/);
    expect(peer.arrived[0]).toMatchObject({ body: Buffer.alloc(0) });
    const hop = [HOP_HEADER, peer.peer.token, "content-length", "0", "Connection", "keep-alive"];
    expect(peer.arrived[0]?.rawHeaders).toEqual([...key.split(": "), ...hop]);
  });

  it("with a body that was read before its world turned out to be elsewhere", async () => {
    await using peer = await startPeer();
    await using before = await startBefore([peer.peer]);
    const lines = ["Host: a", "Content-Type: application/json", "Content-Length: 10"];
    const target = `/sandbox/worlds/${ELSEWHERE.worldId}`;
    await exchange(before.saldo.url, [`DELETE ${target} HTTP/1.1`, ...lines, "Connection: close"], '{ "a": 1 }');
    expect(peer.arrived[0]?.body.toString()).toBe('{ "a": 1 }');
  });

  it("to an unknown path, too", async () => {
    await using peer = await startPeer();
    await using before = await startBefore([peer.peer]);
    await before.ask("GET", "/no/such/path");
    expect(peer.arrived).toMatchObject([{ url: "/no/such/path" }]);
  });

  it("after this process has told the client that expects it to go on", async () => {
    await using peer = await startPeer();
    await using before = await startBefore([peer.peer]);
    const lines = ["POST /account-balance/withdraw HTTP/1.1", "Host: a", key, "Content-Length: 5", "Connection: close"];
    const socket = write(before.saldo.url, [...lines, "Expect: 100-continue"]);
    const [told] = await once(socket, "data");
    expect(String(told)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("later");
    expect((await endOf(socket)).text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(peer.arrived[0]?.body.toString()).toBe("later");
    expect(peer.arrived[0]?.rawHeaders).not.toContain("Expect");
  });
});

describe("a response is relayed as it came", () => {
  it("with its status, whatever that is, and its headers", async () => {
    const headers = [
      ...["X-A", "1", "x-a", "2", "Content-Type", "text/none", "Content-Length", "2"],
      ...[HOP_HEADER, "reset another-token"],
    ];
    await using peer = await PlantedPeer.start((response) => response.writeHead(999, "Odd It Is", headers).end("no"));
    await using before = await startBefore([peer.peer]);
    const { text } = await exchange(before.saldo.url, [
      "GET /account-balance HTTP/1.1",
      "Host: a",
      key,
      "Connection: close",
    ]);
    const date = expect.stringMatching(/^Date: /);
    const [head = "", body] = text.split("\r\n\r\n");
    expect(body).toBe("no");
    expect(head.split("\r\n")).toEqual([
      ...["HTTP/1.1 999 Odd It Is", "X-A: 1", "x-a: 2", "Content-Type: text/none", "Content-Length: 2"],
      ...[date, "Connection: close"],
    ]);
  });

  it("part by part, and the client's connection breaks where the other one does", async () => {
    const parts = PlantedPeer.start((response) => {
      response.write("first");
      response.once("go-on", () => response.destroy());
      started.resolve(response);
    });
    const started = Promise.withResolvers<NodeJS.EventEmitter>();
    await using peer = await parts;
    await using before = await startBefore([peer.peer]);
    const socket = write(before.saldo.url, ["GET /account-balance HTTP/1.1", "Host: a", key]);
    const end = endOf(socket);
    let seen = "";
    socket.on("data", (bytes) => {
      seen += bytes;
      if (seen.includes("first")) started.promise.then((response) => response.emit("go-on"));
    });
    const { text } = await end;
    expect(text).toMatch(/\r\n\r\n5\r\nfirst\r\n$/);
  });

  it("to a client that leaves nothing is relayed, and the other process is told at once", async () => {
    const left = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<IncomingMessage>();
    await using peer = await PlantedPeer.start((response, request) => {
      response.once("close", () => left.resolve());
      arrived.resolve(request);
    });
    await using before = await startBefore([peer.peer]);
    const socket = write(before.saldo.url, ["GET /account-balance HTTP/1.1", "Host: a", key]);
    await arrived.promise;
    socket.destroy();
    await left.promise;
  });
});
