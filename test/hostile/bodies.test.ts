import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { request, type WireRequest } from "./connection.ts";
import { expectMalformed, expectRefusal, type Received } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

let sandbox: SaldoWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const json = "content-type: application/json";

/** Two creations that a valid body would let happen, one of each document. */
const creations = [
  { document: "interface", target: "/account-balance/withdraw", field: "value" },
  { document: "control", target: "/sandbox/charges", field: "total" },
] as const;

async function post(target: string, rest: Partial<WireRequest>, contentType: string | null = json) {
  const type = contentType === null ? [] : [contentType];
  const headers = [`x-api-key: ${sandbox.apiKey}`, ...type, ...(rest.headers ?? [])];
  const { status, headers: sent, text } = await request(sandbox.url, { ...rest, method: "POST", target, headers });
  const received: Received = { status, contentType: sent["content-type"], text };
  return received;
}

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** `FIELD` stands for the amount's name, `ESCAPED` for the same with its first letter as an escape. */
const malformed: [string, string | Buffer][] = [
  ...["", " ", "\n\t", "{", "[", '{"FIELD"', '{"FIELD":', '{"FIELD":50000', '{"FIELD":50000}}', "nul", "undefined"].map(
    plain,
  ),
  ...['{"FIELD":50000}{"FIELD":50000}', '{"FIELD":50000},', "{'FIELD':50000}", "{FIELD:50000}", "FIELD=50000"].map(
    plain,
  ),
  ...['{"FIELD":50000,}', '{"FIELD":05000}', '{"FIELD":+500}', '{"FIELD":.5}', '{"FIELD":5.}', '{"FIELD":5e}'].map(
    plain,
  ),
  ...['{"FIELD":NaN}', '{"FIELD":Infinity}', '{"FIELD":0x1F4}', '{"FIELD":50_000}', '{"FIELD":50000n}'].map(plain),
  ...[
    '// c\n{"FIELD":50000}',
    '/**/{"FIELD":50000}',
    '{"FIELD":"\\x35"}',
    '{"FIELD":"a\nb"}',
    '{"FIELD":"\\ud83"}',
  ].map(plain),
  // What is no object.
  ...["null", "true", "50000", '"50000"', "[]", '[{"FIELD":50000}]', '[["FIELD",50000]]', "{}"].map(plain),
  // Numbers that are no amount.
  ...["1e400", "-1e400", "9007199254740992", "9007199254740993", "-9007199254740993", "1e16", "1e308"].map(number),
  ...["1.5", "50000.5", "0", "-0", "0.0", "0e0", "-1", "-50000", "1e-1", "1e-400", "5e-324"].map(number),
  ...['"50000"', '"1e4"', "true", "null", "[50000]", '{"FIELD":50000}', '{"$gt":0}'].map(number),
  ["250,000 digits", `{"FIELD":${"9".repeat(250_000)}}`],
  ["an exponent of many digits", `{"FIELD":1e${"9".repeat(1000)}}`],
  // Keys.
  ...['{"FIELD":50000,"FIELD":50000}', '{"FIELD":1,"FIELD":50000}', '{"FIELD":50000,"other":1}', '{"field":50000}'].map(
    plain,
  ),
  ["the same key spelled with an escape", '{"FIELD":50000,"ESCAPED":50001}'],
  ...['{"__proto__":{"FIELD":50000}}', '{"FIELD":50000,"__proto__":null}', '{"FIELD":50000,"__proto__":{}}'].map(plain),
  ...['{"FIELD":50000,"\\u005f_proto__":{"a":1}}', '{"FIELD":50000,"constructor":{"prototype":{}}}'].map(plain),
  ...['{"FIELD":50000,"constructor":1}', '{"FIELD":50000,"prototype":{}}', '{"FIELD":50000,"":1}'].map(plain),
  ["20,000 unknown keys", `{${Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ["a long unknown key", `{"${"k".repeat(200_000)}":1}`],
  // Nesting.
  ["65 levels", `{"FIELD":${"[".repeat(64)}${"]".repeat(64)}}`],
  ["100,000 lists", `{"FIELD":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ["40,000 objects", `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`],
  ["100,000 lists that do not end", "[".repeat(100_000)],
  // Bytes.
  ["Latin-1", bytes('{"FIELD":50000,"', [0xe9], '":1}')],
  ["half of a surrogate pair", bytes('{"FIELD":"', [0xed, 0xa0, 0x80], '"}')],
  ["an overlong slash", bytes('{"FIELD":"', [0xc0, 0xaf], '"}')],
  ["a text cut within a character", bytes('{"FIELD":"', [0xe2, 0x82])],
  ["NUL", bytes('{"FIELD":50000', [0], "}")],
  ["NUL after the end", bytes('{"FIELD":50000}', [0])],
  ["UTF-16", bytes([0xff, 0xfe], [...Buffer.from('{"FIELD":50000}', "utf16le")])],
  ["UTF-16 without a mark", Buffer.from('{"FIELD":50000}', "utf16le")],
  ["only a byte order mark", bytes([0xef, 0xbb, 0xbf])],
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
  const escaped = `\\u${field.charCodeAt(0).toString(16).padStart(4, "0")}${field.slice(1)}`;
  const text = Buffer.from(body).toString("latin1");
  return Buffer.from(text.replaceAll("FIELD", field).replaceAll("ESCAPED", escaped), "latin1");
}

describe.each(creations)("POST $target", ({ document, target, field }) => {
  test.each(malformed)("answers 400 to %s", async (_name, body) => {
    await expectUnchanged(sandbox, async () => {
      const received = await post(target, { body: withField(body, field) });
      expectMalformed(document, received);
      expect(received.text.length).toBeLessThan(6_000);
    });
  });

  test("answers 400 to no body at all", async () => {
    await expectUnchanged(sandbox, async () => {
      expectMalformed(document, await post(target, {}));
      expectMalformed(document, await post(target, {}, null));
      expectMalformed(document, await post(target, { contentLength: 0 }));
    });
  });

  test.each([
    ...["text/plain", "text/json", "application/xml", "application/x-www-form-urlencoded", "application/octet-stream"],
    ...["multipart/form-data; boundary=x", "application/vnd.api+json", "application/problem+json", "application/jsonp"],
    ...[
      "application/json, text/plain",
      "application/*",
      "*/*",
      "json",
      "/json",
      "application/",
      "nonsense",
      ";",
      "\u00e9/x",
    ],
    ...["undefined", "__proto__/x"],
  ])("answers 415 to the content type %s", async (type) => {
    await expectUnchanged(sandbox, async () => {
      const received = await post(target, { body: `{"${field}":50000}` }, `content-type: ${type}`);
      expectRefusal(document, received, 415, "MEDIA_TYPE_UNSUPPORTED");
      expect(received.text).toContain("application/json");
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

describe("what JSON allows", () => {
  test.each([
    ["spaces", ' \n\t{ "total" :\r\n 1000 } '],
    ["a byte order mark", '\ufeff{"total":1000}'],
    ["an exponent", '{"total":1e3}'],
    ["a fraction that is none", '{"total":1000.0}'],
    ["an escaped key", '{"t\\u006ftal":1000}'],
    ["the largest amount of a pending charge", '{"total":9007199254740991}'],
    ["characters beyond the first plane", '{"total":1000,"externalId":"\u{1f600}\u{10ffff}"}'],
  ])("is read: %s", async (_name, body) => {
    for (const type of [
      "application/json",
      "APPLICATION/JSON",
      "application/json; charset=utf-8",
      "Application/Json;charset=UTF-8",
    ]) {
      expect((await post("/sandbox/charges", { body }, `content-type: ${type}`)).status).toBe(201);
    }
  });
});

describe("numbers that reading would round", () => {
  test.each(["0.99999999999999999999", "9007199254740990.9", "1000.00000000000000001", "1e-400"])(
    "%s is refused, not taken for another number",
    async (total) => {
      expectMalformed("control", await post("/sandbox/charges", { body: `{"total":${total}}` }));
    },
  );
});

describe("a code that does not stand where it should", () => {
  test.each([
    '{"otpCode":"482915"',
    '{"withdrawId":"w","otpCode":"482915","otpCode":"482915"}',
    '{"withdrawId":"w","otpCode":482915}',
    '{"withdrawId":"w","otpCode":["482915"]}',
    '{"withdrawId":"w","otpCode":{"code":"482915"}}',
    '{"withdrawId":"w","otpCode":"482915x"}',
    '{"withdrawId":"w","code":"482915"}',
    '{"withdrawId":"w","otpCode":482915482915482915482915}',
    "otpCode=482915",
    '"482915"',
    "482915",
  ])("%s is not repeated in the answer", async (body) => {
    const received = await post("/account-balance/withdraw/confirm", { body });
    expectMalformed("interface", received);
    expect(received.text).not.toContain("482915");
  });
});
