import { describe, expect, test, vi } from "vitest";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { request } from "./connection.ts";

const sandbox = await sandboxOfTests();
/** The keys of worlds with many charges and what they led to; the first is the largest. */
const keys = await Promise.all([3_000, 2_000, 2_000, 2_000, 2_000].map(madeWith));

async function madeWith(charges: number): Promise<string> {
  const company = { name: "Large", generate: { charges, over: "P30D" } };
  return (await sandbox.world({ fixture: { companies: [company] } })).apiKey;
}

function read(target: string, key = keys[0]) {
  return request(sandbox.url, { method: "GET", target, headers: [`x-api-key: ${key}`] });
}

/** More than is ever written at once. */
const MAX_CHARACTERS = 512 * 1024;

describe("a large response", () => {
  test.each([
    ...["/sandbox/world/save-file", "/sandbox/charges?limit=1000", "/sandbox/events?limit=1000"],
    ...["/sandbox/events?limit=1000&order=newest", "/sandbox/ledger?limit=1000", "/sandbox/agenda?limit=1000"],
    ...["/sandbox/requests/har"],
  ])("is written in pieces: %s", async (target) => {
    const written = vi.spyOn(JSON, "stringify");
    const { status, text } = await read(target);
    const largest = Math.max(...written.mock.results.map(({ value }) => String(value).length));
    written.mockRestore();
    expect(status).toBe(200);
    expect(largest).toBeLessThan(Math.min(MAX_CHARACTERS, Math.max(text.length, 256 * 1024)));
  });

  test("lets others be answered between its slices, also when as many are made as can be", async () => {
    let isWritten = false;
    const saving = Promise.all(keys.map((key) => read("/sandbox/world/save-file", key))).finally(() => {
      isWritten = true;
    });
    let answered = 0;
    while (!isWritten) {
      expect((await read("/account-balance", sandbox.apiKey)).status).toBe(200);
      answered += 1;
    }
    expect((await saving).map(({ status }) => status)).toEqual(keys.map(() => 200));
    // Each of the five takes many more slices than this.
    expect(answered).toBeGreaterThan(keys.length);
  });
});
