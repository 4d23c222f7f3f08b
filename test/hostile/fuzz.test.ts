import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { effort } from "../effort.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { anyValue } from "./any-value.ts";
import { answersIn, exchange } from "./connection.ts";
import { askedOperations } from "./documents.ts";
import { expectDiscreet } from "./refusal.ts";

const sandbox = await sandboxOfTests();

const runs = { numRuns: 80 * effort };

/** Nothing may answer 5xx. */
async function expectSound(method: string, path: string, body: string | null) {
  const headers = new Headers({ "x-api-key": sandbox.apiKey });
  if (body !== null) headers.set("content-type", "application/json");
  const response = await fetch(sandbox.url + path, { method, headers, body });
  if (response.headers.get("content-type") === "text/event-stream") {
    // It would never end.
    await response.body?.cancel();
    return response.status;
  }
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${response.status} ${text}`);
  if (text !== "") expect(JSON.parse(text)).toBeTypeOf("object");
  if (response.status >= 400) expectDiscreet(text.replaceAll(/"(at|message|detail)":"(\\.|[^"])*"/g, ""));
  return response.status;
}

async function expectHealthy() {
  expect((await sandbox.as(null)("GET", "/sandbox/health")).status).toBe(200);
  expect((await sandbox.ask("GET", "/account-balance")).status).toBe(200);
}

const operations = fc.constantFrom(...askedOperations);
const writing = fc.constantFrom(...askedOperations.filter(({ operation }) => operation.body !== null));

describe("whatever is sent, the server answers and goes on", () => {
  test("any text, in a path and in a query", async () => {
    await fc.assert(
      fc.asyncProperty(
        operations,
        fc.string({ unit: "binary" }),
        fc.webQueryParameters(),
        async (asked, text, query) => {
          const { method, path } = asked.operation;
          if (method === "DELETE" && path.startsWith("/worlds")) return;
          const segment = encodeURIComponent(text.toWellFormed());
          const target = asked.path.replace("wdr_000000000000000000000000", segment);
          await expectSound(method, `${target}?${query}`, null);
        },
      ),
      runs,
    );
    await expectHealthy();
  });

  test("bytes where HTTP should be", async () => {
    const request = Buffer.from(
      `GET /account-balance HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx-api-key: k\r\n\r\n`,
    );
    const spoiled = fc
      .tuple(fc.nat(request.length), fc.uint8Array({ maxLength: 8 }), fc.nat(8))
      .map(([at, bytes, cut]) => Buffer.concat([request.subarray(0, at), bytes, request.subarray(at + cut)]));
    await fc.assert(
      fc.asyncProperty(fc.oneof(spoiled, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
        const answers = answersIn(await exchange(sandbox.url, Buffer.from(bytes), true), []);
        for (const { status } of answers) expect(status).toBeLessThan(500);
      }),
      { ...runs, numRuns: 50 * effort },
    );
    await expectHealthy();
  });

  test("everything that the documents allow, at its limits", async () => {
    const allowed = writing.chain((asked) => {
      const { body } = asked.operation;
      if (body === null) throw new Error("chosen for its body");
      return anyValue(body.schema).map((value) => ({ asked, value }));
    });
    const seen = new Set<number>();
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(allowed, async ({ asked, value }) => {
        // A century of daily withdrawals is no attack, but it takes its time.
        if (asked.operation.operationId === "advanceClock") return;
        const status = await expectSound(asked.operation.method, asked.path, JSON.stringify(value));
        seen.add(status);
        if (status < 300) done.add(asked.operation.operationId);
        // What follows is to be answered as if nothing went wrong.
        if (/addFault|applyPreset/.test(asked.operation.operationId)) await sandbox.ask("DELETE", "/sandbox/faults");
      }),
      { numRuns: 400 },
    );
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 422]));
    // Which operations these are depends on the seed; 11 or 12 of them do what they are asked for.
    expect(done.size).toBeGreaterThan(8);
    await expectHealthy();
  });
});
