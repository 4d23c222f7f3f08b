import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../rules/json-reading.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { bytesOf, request, type WireRequest } from "./connection.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

const sandbox = await sandboxOfTests();

const json = "content-type: application/json";

/** Two creations that a valid body would let happen, one of each document. */
const creations = [
  { document: "interface", target: "/account-balance/withdraw", field: "value" },
  { document: "control", target: "/sandbox/charges", field: "total" },
] as const;

async function post(target: string, rest: Partial<WireRequest>, contentType: string | null = json) {
  const type = contentType === null ? [] : [contentType];
  const headers = [`x-api-key: ${sandbox.apiKey}`, ...type, ...(rest.headers ?? [])];
  return request(sandbox.url, { ...rest, method: "POST", target, headers });
}

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** `FIELD` stands for the amount's name. What else is no JSON, or none that is taken: src/spec/json-text.test.ts. */
const malformed: [string, string | Buffer][] = [
  ...["", " ", "{", '{"FIELD":50000', '{"FIELD":50000}}', "FIELD=50000", "null", '"50000"', "[]", "{}"].map(plain),
  ...["1e400", "9007199254740993", "1000.00000000000000001", "1.5", "0", "-0", "-1", '"50000"', "null"].map(number),
  ["250,000 digits", `{"FIELD":${"9".repeat(250_000)}}`],
  ...['{"FIELD":50000,"FIELD":50000}', '{"FIELD":50000,"other":1}', '{"FIELD":50000,"__proto__":null}'].map(plain),
  ...['{"FIELD":50000,"constructor":1}', '{"FIELD":50000,"":1}'].map(plain),
  ["20,000 unknown keys", `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ["a long unknown key", `{"${"k".repeat(200_000)}":1}`],
  ["100,000 lists", `{"FIELD":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ["100,000 lists that do not end", "[".repeat(100_000)],
  ["Latin-1", bytes('{"FIELD":50000,"', [0xe9], '":1}')],
  ["half of a surrogate pair", bytes('{"FIELD":"', [0xed, 0xa0, 0x80], '"}')],
  ["NUL", bytes('{"FIELD":50000', [0], "}")],
  ["UTF-16", bytes([0xff, 0xfe], [...Buffer.from('{"FIELD":50000}', "utf16le")])],
  ["two byte order marks", bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '{"FIELD":50000}')],
  ["gzip", bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0x56, 2, 0])],
];

function plain(text: string): [string, string] {
  return [JSON.stringify(text), text];
}

function number(text: string): [string, string] {
  return plain(`{"FIELD":${text}}`);
}

function withField(body: string | Buffer, field: string): Buffer {
  return Buffer.from(Buffer.from(body).toString("latin1").replaceAll("FIELD", field), "latin1");
}

describe.each(creations)("POST $target", ({ document, target, field }) => {
  test.each(malformed)("answers 400 to %s", async (_name, body) => {
    await expectUnchanged(sandbox, async () => {
      const received = await post(target, { body: withField(body, field) });
      expectMalformed(document, received);
      expect(received.text.length).toBeLessThan(6_000);
    });
  });

  test.each([
    ...["text/plain", "application/x-www-form-urlencoded", "application/vnd.api+json", "application/jsonp", "*/*"],
    ...["application/json, text/plain", "nonsense", ";", "\u00e9/x", "__proto__/x"],
  ])("answers 415 to the content type %s", async (type) => {
    await expectUnchanged(sandbox, async () => {
      const received = await post(target, { body: `{"${field}":50000}` }, `content-type: ${type}`);
      expectRefusal(document, received, 415, "MEDIA_TYPE_UNSUPPORTED");
      expect(received.text).toContain("application/json");
    });
  });

  test("without a byte of content, a media type, a coding and a charset say nothing", async () => {
    const empty = { headers: ["transfer-encoding: chunked"], contentLength: null, body: "0\r\n\r\n" };
    await expectUnchanged(sandbox, async () => {
      for (const type of ["application/x-www-form-urlencoded", "nonsense", "", "application/json; charset=utf-16"]) {
        for (const framing of [{ contentLength: 0, headers: [] }, empty]) {
          const encoded = { ...framing, headers: [...framing.headers, "content-encoding: gzip"] };
          for (const sent of [framing, encoded]) {
            expectMalformed(document, await post(target, sent, `content-type: ${type}`));
          }
        }
      }
      if (document === "control") return;
      const calls = rowsOf(await sandbox.ask("GET", "/sandbox/requests?limit=16"), "requests");
      expect(calls.map(({ requestBody }) => requestBody)).toEqual(Array.from({ length: 16 }, () => null));
    });
  });

  test("answers 415 to a coding and to a charset that are not read, with what is", async () => {
    const body = `{"${field}":50000}`;
    const bytes = gzipSync(body);
    await expectUnchanged(sandbox, async () => {
      for (const coding of ["gzip", "BR", "identity, gzip", "constructor"]) {
        for (const sent of [bytes, body]) {
          const received = await post(target, { body: sent, headers: [`content-encoding: ${coding}`] });
          expectRefusal(document, received, 415, "MEDIA_TYPE_UNSUPPORTED");
          expect(received.text).toContain("without Content-Encoding");
          expect(received.headers["accept-encoding"]).toBe("identity");
        }
      }
      const piece = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const transferred = { headers: ["transfer-encoding: gzip, chunked"], contentLength: null, body: piece };
      expectRefusal(document, await post(target, transferred), 415, "MEDIA_TYPE_UNSUPPORTED");
      for (const charset of ["utf-16", "iso-8859-1", '"UTF-16LE"', "utf-8; charset=utf-16"]) {
        const received = await post(target, { body }, `content-type: application/json; charset=${charset}`);
        expectRefusal(document, received, 415, "MEDIA_TYPE_UNSUPPORTED");
        expect(received.text).toContain("UTF-8");
      }
    });
  });

  test("answers 415 to a body without a content type, or with a very long one", async () => {
    await expectUnchanged(sandbox, async () => {
      for (const type of [null, "content-type:", `content-type: ${"a".repeat(5_000)}`]) {
        const received = await post(target, { body: `{"${field}":50000}` }, type);
        expectRefusal(document, received, 415, "MEDIA_TYPE_UNSUPPORTED");
      }
    });
  });

  test("reads 256 KiB, and answers 413 to a byte more, whether declared or sent in chunks", async () => {
    const limit = 256 * 1024;
    const chunked = (size: number) => ({
      headers: ["transfer-encoding: chunked"],
      contentLength: null,
      body: `${size.toString(16)}\r\n${" ".repeat(size)}\r\n0\r\n\r\n`,
    });
    await expectUnchanged(sandbox, async () => {
      expectMalformed(document, await post(target, { body: " ".repeat(limit) }));
      expectMalformed(document, await post(target, chunked(limit)));
      for (const size of [limit + 1, 4 * limit]) {
        for (const large of [{ body: " ".repeat(size) }, { contentLength: size }, chunked(size)]) {
          const received = await post(target, large);
          expectRefusal(document, received, 413, "BODY_TOO_LARGE");
          expect(received.text).toContain(`"limitBytes":${limit}`);
        }
      }
    });
  });
});

test("the answer to a body that is refused reaches a client that reads after it has sent the whole body", async () => {
  const headers = [`x-api-key: ${sandbox.apiKey}`, json];
  const asked = { method: "POST", target: "/account-balance/withdraw", headers, body: " ".repeat(16 * 1024 * 1024) };
  const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1").pause();
  socket.write(bytesOf(asked), () => socket.resume());
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ["spaces", ' \n\t{ "total" :\r\n 1000 } '],
  ["a byte order mark", '\ufeff{"total":1000}'],
])("what JSON allows is read: %s", async (_name, body) => {
  for (const type of [
    ...["application/json", "APPLICATION/JSON", "application/json; charset=utf-8", "Application/Json;charset=UTF-8"],
    ...['application/json; charset="utf-8"', "application/json;charset=utf8;"],
    ...['application/json; note="a;charset=utf-16"'],
  ]) {
    const headers = ["content-encoding: identity, identity"];
    expect((await post("/sandbox/charges", { body, headers }, `content-type: ${type}`)).status).toBe(201);
  }
});

test.each([
  ...['{"otpCode":"482915"', '{"withdrawId":"w","otpCode":"482915","otpCode":"482915"}'],
  ...['{"withdrawId":"w","otpCode":482915}', '{"withdrawId":"w","otpCode":["482915"]}', "otpCode=482915", '"482915"'],
  ...["482915"],
])("a code that does not stand where it should is not repeated in the answer: %s", async (body) => {
  const received = await post("/account-balance/withdraw/confirm", { body });
  expectMalformed("interface", received);
  expect(received.text).not.toContain("482915");
});
