import { describe, expect, test, vi } from "vitest";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { answersIn, breakOff, bytesOf, exchange, request, type WireAnswer } from "./connection.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

const sandbox = await sandboxOfTests();

/** The paths of a reading operation of each document. */
const reads = [
  { document: "interface", target: "/account-balance" },
  { document: "interface", target: "/v1/account-balance" },
  { document: "control", target: "/sandbox/world" },
] as const;

const json = "content-type: application/json";
const key = () => `x-api-key: ${sandbox.apiKey}`;

function get(target: string, headers: string[]): Promise<WireAnswer> {
  return request(sandbox.url, { method: "GET", target, headers });
}

/** The one answer to bytes as they are. */
async function answerTo(bytes: string | Buffer, thenEnd = false): Promise<WireAnswer> {
  const answers = answersIn(await exchange(sandbox.url, bytes, thenEnd), []);
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) throw new Error(`${answers.length} answers`);
  return answer;
}

describe.each(reads)("GET $target", ({ document, target }) => {
  test("answers 431 to headers and to a target beyond 16 KiB", async () => {
    for (const headers of [
      [`x-filler: ${"a".repeat(16 * 1024)}`],
      [`x-api-key: ${"k".repeat(20_000)}`],
      [`${"n".repeat(17_000)}: 1`],
      Array.from({ length: 2_000 }, (_, i) => `x-${i}: ${i}`),
    ]) {
      expectRefusal(document, await get(target, headers), 431, "HEADERS_TOO_LARGE");
    }
    expectRefusal(document, await get(`${target}?${"a".repeat(17_000)}`, [key()]), 431, "HEADERS_TOO_LARGE");
  });

  test("answers through many headers", async () => {
    const many = Array.from({ length: 300 }, () => "a: 1");
    expect((await get(target, [...many, key(), ...many])).status).toBe(200);
  });

  test("answers 400 to what is no HTTP/1.1 at all", async () => {
    const line = `GET ${target} HTTP`;
    for (const bytes of [
      `${line}/1.1\r\nhost sandbox\r\n\r\n`,
      `${line}/1.1\r\nhost: sandbox\r\nx-api-key: a\u0000b\r\n\r\n`,
      `${line}/1.1\r\nhost: sandbox\r\nx api key: 1\r\n\r\n`,
      `${line}/1.1\r\nhost: sandbox\r\n folded: 1\r\n: empty\r\n\r\n`,
      `${line}/9.9\r\nhost: sandbox\r\n\r\n`,
      `${line}\r\n\r\n`,
      `GET ${target} SALDO/1.1\r\nhost: sandbox\r\n\r\n`,
    ]) {
      expectMalformed(document, await answerTo(bytes));
    }
  });

  test("takes no part in upgrades, and no notice of expectations and of a body", async () => {
    expect((await get(target, [key(), "expect: a miracle"])).status).toBe(200);
    expect((await get(target, [key(), "connection: upgrade", "upgrade: websocket"])).status).toBe(200);
    const withBody = await request(sandbox.url, {
      method: "GET",
      target,
      headers: [key(), "content-type: a/b"],
      body: "{",
    });
    expect(withBody.status).toBe(200);
  });

  test("answers each of many requests on one connection, in order", async () => {
    const one = (path: string) => `GET ${path} HTTP/1.1\r\nhost: sandbox\r\n${key()}\r\n\r\n`;
    const targets = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? target : "/nope"));
    const last = bytesOf({ method: "GET", target: "/sandbox/health" });
    const answers = answersIn(await exchange(sandbox.url, targets.map(one).join("") + last.toString()), []);
    expect(answers.map(({ status }) => status)).toEqual([...targets.map((path) => (path === target ? 200 : 404)), 200]);
  });
});

test.each([
  ["a TLS greeting", Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
  ["HTTP/2", Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")],
  ["SMTP", Buffer.from("EHLO sandbox\r\n")],
  ["zeros", Buffer.alloc(1_000)],
  ["a SOCKS greeting", Buffer.from([5, 1, 0])],
  ["lines", Buffer.from("\r\n".repeat(10).concat("nonsense\r\n\r\n"))],
])("bytes that are no request answer 400 in the interface's shape: %s", async (_name, bytes) => {
  expectMalformed("interface", await answerTo(bytes));
});

const posts = [
  { document: "interface", target: "/account-balance/withdraw", body: '{"value":50000}' },
  { document: "control", target: "/sandbox/charges", body: '{"total":50000}' },
] as const;

describe.each(posts)("POST $target", ({ document, target, body }) => {
  const post = (headers: string[], text = body as string, contentLength?: number | null) =>
    bytesOf({ method: "POST", target, headers: [key(), json, ...headers], body: text, ...lengthOf(contentLength) });
  const lengthOf = (contentLength?: number | null) => (contentLength === undefined ? {} : { contentLength });

  test("answers 400 to lengths that contradict each other", async () => {
    await expectUnchanged(sandbox, async () => {
      for (const bytes of [
        post([`content-length: ${body.length + 1}`]),
        post(["transfer-encoding: chunked"]),
        post(["transfer-encoding: gzip"]),
        post(["content-length: -1"], body, null),
        post(["content-length: 1e1"], body, null),
        post([`content-length: ${"9".repeat(40)}`], body, null),
        post(["transfer-encoding: chunked"], "zz\r\n{}\r\n", null),
        post(["transfer-encoding: chunked"], "-1\r\n{}\r\n", null),
        post(["transfer-encoding: chunked"], `${"f".repeat(40)}\r\n`, null),
      ]) {
        expectMalformed(document, await answerTo(bytes));
      }
    });
  });

  test("answers 400 to a body that ends before its length is reached", async () => {
    await expectUnchanged(sandbox, async () => {
      // When the end of the connection says it, nothing tells any more which document was asked.
      for (const bytes of [
        post([], body, body.length + 1),
        post([], "", 10),
        post(["transfer-encoding: chunked"], "5\r\n{}", null),
      ]) {
        expectMalformed("interface", await answerTo(bytes, true));
      }
    });
  });

  test("reads no more than the length says", async () => {
    await expectUnchanged(sandbox, async () => {
      const [first] = answersIn(await exchange(sandbox.url, post([], body, body.length - 1)), []);
      expect(first?.status).toBe(400);
    });
  });

  test("does nothing, and reports nothing, when the client breaks off within the body", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await expectUnchanged(sandbox, async () => {
      const half = post(["expect: 100-continue"], body.slice(0, 5), body.length);
      // The interim answer shows that the server is reading this very request.
      await Promise.all(Array.from({ length: 20 }, () => breakOff(sandbox.url, half, "100 Continue")));
      const chunked = post(["expect: 100-continue", "transfer-encoding: chunked"], "5\r\n{", null);
      await breakOff(sandbox.url, chunked, "100 Continue");
    });
    expect(reported.mock.calls).toEqual([]);
    reported.mockRestore();
  });

  test("is not kept from others by requests that stay half said", async () => {
    await expectUnchanged(sandbox, async () => {
      const bytes = post([]);
      const cuts = [1, 10, 40, bytes.length - body.length - 3, bytes.length - body.length, bytes.length - 1];
      await Promise.all(cuts.map((cut) => breakOff(sandbox.url, bytes.subarray(0, cut), "")));
      for (const cut of cuts.slice(0, 4)) {
        const said = answersIn(await exchange(sandbox.url, bytes.subarray(0, cut), true), []);
        for (const answer of said) expect(answer.status).toBe(400);
      }
    });
  });

  test("reads a body that comes byte by byte", async () => {
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join("");
    const bytes = post(["transfer-encoding: chunked"], `${chunks}0\r\n\r\n`, null);
    expect((await answerTo(bytes)).status).toBe(201);
  });
});
