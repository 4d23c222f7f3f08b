import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { startRawReceiver } from "../../../src/outbound/testing/raw-receiver.ts";
import { exchange } from "../../../test/hostile/connection.ts";
import { proxyBefore } from "./testing/proxy-before.ts";

/** A proxy before a target that says this, byte for byte, once the head of a request has come. */
async function startProxy(answer: string | ((socket: Socket) => void), prefix = "/v1", silenceMs = 60_000) {
  /** What came to each connection of the target. */
  const received: string[] = [];
  const target = await startRawReceiver((socket, connection, part, bytes) => {
    received[connection - 1] = (received[connection - 1] ?? "") + bytes.toString("latin1");
    if (part > 1) return;
    if (typeof answer === "string") socket.end(Buffer.from(answer, "latin1"));
    else answer(socket);
  });
  const { proxy, ...told } = await proxyBefore(target, { target: target.url + prefix, silenceMs });
  const ask = async (asked = "/fee", more = "", method = "GET", version = "1.1") => {
    const head = `${method} ${asked} HTTP/${version}\r\nHost: proxy\r\nConnection: close\r\n${more}\r\n`;
    return (await exchange(proxy.url, Buffer.from(head, "latin1"))).toString("latin1");
  };
  return { received, proxy, ...told, ask };
}

/** The first line, and what comes behind the headers. */
function parts(answer: string): readonly [string, string] {
  const [head = "", ...body] = answer.split("\r\n\r\n");
  return [head.split("\r\n")[0] ?? "", body.join("\r\n\r\n")];
}

const SILENCE_MS = 1_000;
const end = "Content-Length: 2\r\n\r\n{}";

describe("whatever a target answers, the proxy goes on", () => {
  test.for([
    ["control characters", "HTTP/1.1 200 \x1b[31mRED\x07", "HTTP/1.1 200 "],
    ["characters beyond Latin", "HTTP/1.1 200 \xe2\x9c\x93", "HTTP/1.1 200 \xe2\x9c\x93"],
    ["nothing", "HTTP/1.1 200 ", "HTTP/1.1 200 "],
    ["not even a space", "HTTP/1.1 200", "HTTP/1.1 200 "],
    ["60 kB", `HTTP/1.1 200 ${"x".repeat(60_000)}`, `HTTP/1.1 200 ${"x".repeat(60_000)}`],
  ] as const)("a reason phrase with %s", async ([, line, passed]) => {
    const { ask, exchanges } = await startProxy(`${line}\r\n${end}`);
    expect(parts(await ask())).toEqual([passed, "{}"]);
    expect(exchanges).toMatchObject([{ status: 200, responseBody: "{}" }]);
  });

  test.for(["HTTP/1.1 600 odd", "HTTP/1.1 999 odd"])("the status of %s is passed on", async (line) => {
    const { ask } = await startProxy(`${line}\r\n${end}`);
    expect(parts(await ask())).toEqual([line, "{}"]);
  });

  test.for([
    ...["HTTP/1.1 0 odd", "HTTP/1.1 99 odd", "HTTP/1.1 099 odd", "HTTP/1.1 000 odd", "HTTP/1.1 1000 odd"],
    ...["HTTP/1.1 -1 odd", "HTTP/1.1 two hundred", "HTTP/9.9 200 OK", "SSH-2.0-OpenSSH", "\0\0\0"],
    ...["HTTP/1.1 200 OK\r\nX: \x1b[0m", "HTTP/1.1 200 OK\r\nX y: 1", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(300_000)}`],
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked",
  ])("what no client can read is 502 with a sentence: %j", async (head) => {
    const { ask, exchanges, failures } = await startProxy(`${head}\r\n${end}`);
    for (const _ of [1, 2]) {
      const [line, body] = parts(await ask());
      expect([line, body]).toEqual([
        "HTTP/1.1 502 Bad Gateway",
        expect.stringMatching(/^\{"message":"saldo proxy: http:\S+ gave no whole response: .+"\}\n$/),
      ]);
    }
    expect(failures).toHaveLength(2);
    expect(exchanges).toMatchObject([{ status: 0, failure: expect.any(String) }, { status: 0 }]);
  });

  test.for([
    ["a length that is not reached", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}"],
    ["a chunk that is none", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nxyz"],
    ["no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"],
  ] as const)("a body with %s ends the client's connection, and is recorded as cut", async ([, answer]) => {
    // In two pieces, or what is wrong is read before the head is passed on.
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    const { ask, exchanges } = await startProxy((socket) => {
      socket.write(`${head}\r\n\r\n${body.slice(0, -3)}`);
      setTimeout(() => socket.end(body.slice(-3)), 20);
    });
    expect((await ask()).startsWith("HTTP/1.1 200 OK\r\n")).toBe(true);
    expect(exchanges).toMatchObject([{ status: 0, failure: expect.any(String) }]);
  });
});

describe("a target that stops", () => {
  test.for([
    ["before it answers", ""],
    ["within its head", "HTTP/1.1 200 OK\r\nX-Half"],
    ["after an interim response", "HTTP/1.1 102 Processing\r\n\r\n"],
  ] as const)("%s: the client gets 504", async ([, begun]) => {
    const { ask, exchanges, failures } = await startProxy((socket) => socket.write(begun), "/v1", SILENCE_MS);
    const answer = await ask();
    expect(answer).toContain("HTTP/1.1 504 Gateway Timeout\r\n");
    expect(answer).toContain("it sent nothing for 1 s");
    expect([exchanges, failures]).toMatchObject([[{ status: 0 }], [expect.stringContaining("it sent nothing")]]);
  });

  test("within its body: the client's connection ends, and what came is recorded", async () => {
    const begin = (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"balance":');
    const { ask, exchanges } = await startProxy(begin, "/v1", SILENCE_MS);
    expect(parts(await ask())).toEqual(["HTTP/1.1 200 OK", '{"balance":']);
    const cut = { status: 0, failure: "it sent nothing for 1 s", responseBody: '{"balance":' };
    expect(exchanges).toMatchObject([{ ...cut, responseHeaders: { "content-length": "100" } }]);
  });

  test("and ends the connection while a body comes: the client reads 502", async () => {
    const { proxy, failures } = await startProxy((socket) => socket.destroy());
    const response = await fetch(`${proxy.url}/fee`, { method: "POST", body: "x".repeat(5_000_000) });
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining("no whole response")]);
    expect(failures).toEqual([expect.stringMatching(/^POST \/fee: no whole response of http/)]);
  });
});

describe("interim responses", () => {
  test("a switch of protocols that was not asked for is 502", async () => {
    for (const more of ["", "Upgrade: websocket\r\nConnection: Upgrade\r\n"]) {
      const { ask } = await startProxy((socket) => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${more}\r\n`));
      const [line, body] = parts(await ask());
      expect([line, body]).toEqual(["HTTP/1.1 502 Bad Gateway", expect.stringContaining("switched protocols (101)")]);
    }
  });

  test("others are passed on before the response, but not to a client of HTTP/1.0", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n";
    const { ask } = await startProxy(`${early}HTTP/1.1 199 odd\r\n\r\nHTTP/1.1 200 OK\r\n${end}`);
    expect((await ask()).startsWith(`${early}HTTP/1.1 199 \r\n\r\nHTTP/1.1 200 OK\r\n`)).toBe(true);
    expect((await ask("/fee", "", "GET", "1.0")).startsWith("HTTP/1.1 200 OK\r\n")).toBe(true);
  });
});

describe("what a client asks for", () => {
  const ok = `HTTP/1.1 200 OK\r\n${end}`;

  test.for([
    ...["/fee?value=1%20&x=../..", '/"{}|^`\\x', "/fee#part", "/a/../b", "/a;x=1/%2e/b", "//double//slash"],
    ...["/%E2%9C%93/%ff"],
  ])("is passed on character by character: %s", async (asked) => {
    const { received, ask } = await startProxy(ok);
    await ask(asked);
    expect(received.map((text) => text.split("\r\n")[0])).toEqual([`GET /v1${asked} HTTP/1.1`]);
  });

  test.for([
    ...["/../../admin", "/../admin", "/%2e%2e/admin", "/.%2E/admin", "/a/../../admin", "/a//../../admin"],
    ...["/..%2fadmin", "/..%5cadmin", "/..\\admin", "/%252e%252e/admin", "/..;x/admin", "/./../admin", "/.."],
    ...["/..#x", "/a/../..#", "/%2e%2e#/admin"],
    ...["evilhost://x/y", "*", "http://127.0.0.1/../admin", "file:///etc/passwd"],
  ])("outside of the target's own path is 400: %s", async (asked) => {
    const { received, ask } = await startProxy(ok);
    const [line] = parts(await ask(asked, "", asked === "*" ? "OPTIONS" : "GET"));
    expect([line, received]).toEqual(["HTTP/1.1 400 Bad Request", []]);
  });

  test("a target without a path cannot be left for another host", async () => {
    for (const prefix of ["", "/"]) {
      const { received, ask } = await startProxy(ok, prefix);
      expect(parts(await ask("evilhost://x/y"))[0]).toBe("HTTP/1.1 400 Bad Request");
      expect(parts(await ask("http://proxy?a=1"))[0]).toBe("HTTP/1.1 200 OK");
      expect(parts(await ask("/../x"))[0]).toBe("HTTP/1.1 200 OK");
      expect(received.map((text) => text.split("\r\n")[0])).toEqual(["GET /?a=1 HTTP/1.1", "GET /../x HTTP/1.1"]);
    }
  });

  test("a web page of another origin gets nothing", async () => {
    const { received, ask } = await startProxy(ok);
    for (const more of ["Origin: http://evil.example\r\n", "Origin: null\r\n", "Sec-Fetch-Site: cross-site\r\n"]) {
      const [line, body] = parts(await ask("/fee", `${more}Content-Length: 0\r\n`, "POST"));
      expect([line, body]).toEqual(["HTTP/1.1 403 Forbidden", expect.stringContaining("web page")]);
    }
    expect(received).toEqual([]);
    expect(parts(await ask("/fee", "Origin: http://proxy\r\n"))[0]).toBe("HTTP/1.1 200 OK");
  });

  test.for(["DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND"])(
    "a %s keeps its method and its length",
    async (method) => {
      const { received, ask } = await startProxy(ok);
      expect(parts(await ask("/fee", method === "PATCH" ? "Content-Length: 0\r\n" : "", method))[0]).toBe(
        "HTTP/1.1 200 OK",
      );
      const [head = ""] = received;
      expect([head.split(" ")[0], /transfer-encoding/i.test(head)]).toEqual([method, false]);
    },
  );

  test("CONNECT is no request that can be passed on", async () => {
    const { received, ask } = await startProxy(ok);
    expect(parts(await ask("evil.example:443", "", "CONNECT"))[0]).toBe("HTTP/1.1 405 Method Not Allowed");
    expect(received).toEqual([]);
  });

  test("60 kB of headers and 3,000 of them are the target's to refuse", async () => {
    const { received, ask } = await startProxy(ok);
    const many = Array.from({ length: 3_000 }, (_, at) => `X-${at}: ${"v".repeat(10)}\r\n`).join("");
    expect(parts(await ask("/fee", many))[0]).toBe("HTTP/1.1 200 OK");
    expect(received[0]?.match(/^X-\d+: v+\r$/gm)).toHaveLength(3_000);
  });
});
