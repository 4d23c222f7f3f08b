import { describe, expect, test } from "vitest";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { type AskedOperation, askedOperations, pathWith } from "./documents.ts";
import { hostileBodies, isObject } from "./hostile-values.ts";
import { expectMalformed, expectRefusal } from "./refusal.ts";
import { expectUnchanged } from "./world.ts";

const sandbox = await sandboxOfTests();

async function ask(method: string, path: string, body: string | null, apiKey: string | null = sandbox.apiKey) {
  const headers = new Headers(body === null ? {} : { "content-type": "application/json" });
  if (apiKey !== null) headers.set("x-api-key", apiKey);
  const response = await fetch(sandbox.url + path, { method, headers, body });
  const text = await response.text();
  expect(text).not.toContain(sandbox.apiKey);
  return { status: response.status, headers: Object.fromEntries(response.headers), text };
}

/** Does something with each of many, a few at a time. */
async function inBatches<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < all.length; i += 16) await Promise.all(all.slice(i, i + 16).map(act));
}

function listed(operations: readonly AskedOperation[]) {
  return operations.map((asked) => ({ ...asked, id: asked.operation.operationId }));
}

const withBody = askedOperations.filter(({ operation }) => operation.body !== null);

test.each(listed(withBody))(
  "a body that its schema forbids: $id answers 400 and does nothing",
  async ({ document, operation, examples, path }) => {
    const { body } = operation;
    if (body === null) throw new Error("chosen for its body");
    await expectUnchanged(sandbox, async () => {
      // Of a choice each example is of another branch.
      const looked = body.schema.oneOf === undefined ? examples.slice(0, 1) : examples;
      const bodies = looked.flatMap((example) => hostileBodies(body.schema, isObject(example) ? example : {}));
      await inBatches(bodies, async (hostile) => {
        const received = await ask(operation.method, path, JSON.stringify(hostile.body));
        expect(`${hostile.name}: ${received.status}`).toBe(`${hostile.name}: 400`);
        expectMalformed(document, received);
        if (hostile.name.startsWith("otpCode")) expect(received.text).not.toMatch(/4\W?8\W?2\W?9|１２３/);
      });
      if (body.required) expectMalformed(document, await ask(operation.method, path, null));
    });
  },
);

describe("a parameter that its schema forbids", () => {
  const inPath = askedOperations.filter(({ operation }) => operation.parameters.path.length > 0);
  // All together stay below the limit of headers.
  const textsBeyond = (most: number, parts: number) =>
    ["a".repeat(most + 1), "a".repeat(257), "é".repeat(most + 1), "a".repeat(12_000 / parts)].map(encodeURIComponent);
  // NUL, line feed, escape, delete, a C1 control, half of a surrogate pair, invalid UTF-8, and what is not encoded at all.
  const spellings = ["%00", "%0A", "a%1Bb", "%7F", "%C2%85", "%ED%A0%80", "%FF", "%C0%AF", "%zz", "%", "%2"];

  test.each(listed(inPath))("$id answers 400 to a path", async ({ document, operation }) => {
    const prefix = document === "control" ? "/sandbox" : "";
    const most = Math.max(...operation.parameters.path.map(({ schema }) => schema.maxLength ?? 0));
    await expectUnchanged(sandbox, async () => {
      for (const text of [...textsBeyond(most, operation.parameters.path.length), ...spellings]) {
        expectMalformed(document, await ask(operation.method, prefix + pathWith(operation, text), null));
      }
    });
  });

  test.each(listed(askedOperations))("$id answers 400 to a query", async ({ document, operation, examples, path }) => {
    const body = operation.body === null ? null : JSON.stringify(examples[0]);
    const known = operation.parameters.query.map(({ name }) => name);
    const queries = ["unknown=1", "__proto__=1"];
    for (const name of known) {
      queries.push(`${name}=1&${name}=2`, `${name}=`, `${name}`, `${name}=%00`, `${name}[]=1`, `${name}.x=1`);
      queries.push(`${name}=${"9".repeat(10_000)}`);
    }
    for (const { name } of operation.parameters.query.filter(({ schema }) => schema.type === "integer")) {
      const values = ["1.5", "1e2", "-1", "abc", "0x10", "+5", "%201", "9007199254740993", "NaN", "Infinity", "１"];
      queries.push(...values.map((value) => `${name}=${value}`));
    }
    for (const { name } of operation.parameters.query.filter(({ schema }) => schema.enum !== undefined)) {
      queries.push(
        ...["NOPE", "pending", "PENDING%20", "%50ENDING%00", "PENDING,FAILED"].map((text) => `${name}=${text}`),
      );
    }
    await expectUnchanged(sandbox, async () => {
      await inBatches(queries, async (query) => {
        expectMalformed(document, await ask(operation.method, `${path}?${query}`, body));
      });
    });
  });
});

const ofCompanies = askedOperations.filter(({ operation }) => operation.security.includes("apiKey"));

test.each(listed(ofCompanies))(
  "a request by a stranger: $id answers 401, whatever the request holds",
  async ({ document, operation, path }) => {
    for (const key of [null, "sk_sandbox_wrong"]) {
      for (const body of operation.method === "GET" ? [null] : [null, "{"]) {
        const received = await ask(operation.method, `${path}?unknown=1`, body, key);
        expectRefusal(document, received, 401, "UNAUTHORIZED");
        if (key) expect(received.text).not.toContain(key);
      }
    }
  },
);
