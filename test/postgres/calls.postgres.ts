import { randomUUID } from "node:crypto";
import { afterEach, expect, inject, test } from "vitest";
import { SaldoClient } from "../../src/client.ts";
import { PUBLIC_API_KEY } from "../../src/engine/api-key.ts";
import type { NotedCall } from "../../src/store/call-log.ts";
import { PostgresStore } from "../../src/store/postgres/postgres-store.ts";
import { commits, entry } from "../../src/store/testing/sample-history.ts";
import { Replicas } from "./replicas.ts";

const stores: PostgresStore[] = [];

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

/** Two processes that share the world `a`. */
async function twoStores() {
  const schema = `saldo_${randomUUID().replaceAll("-", "")}`;
  const open = () => PostgresStore.open(inject("databaseUrl"), { schema });
  const [left, right] = [await open(), await open()];
  stores.push(left, right);
  await left.create(entry("a"), commits(1));
  return { left, right };
}

const all = { after: 0, before: null, operationId: null, status: null, limit: 1_000 };

function notes(calls: readonly NotedCall[], met: Readonly<Record<string, number>> = {}, id = "a") {
  return new Map([[id, { calls, missed: 0, met: new Map(Object.entries(met)) }]]);
}

function call(text: string, operationId: string | null = null, status: number | null = 200): NotedCall {
  return { operationId, status, text };
}

test("calls that two processes write at once are numbered without gaps, in the order of each", async () => {
  const { left, right } = await twoStores();
  const write = async (store: PostgresStore, name: string) => {
    for (let i = 0; i < 40; i += 1)
      await store.calls.write(notes([call(`${name} ${2 * i}`), call(`${name} ${2 * i + 1}`)]), 100);
  };
  await Promise.all([write(left, "left"), write(right, "right")]);
  const found = await right.calls.newest("a", all);
  expect(found.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 100 }, (_, i) => 160 - i));
  for (const name of ["left", "right"]) {
    const numbers = found.flatMap(({ text }) => (text.startsWith(name) ? [Number(text.split(" ")[1])] : []));
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  }
});

test("a call is kept as it was, whatever characters it has, and is found by operation, status and number", async () => {
  const { left, right } = await twoStores();
  const odd = '{"a":"\\" {},NULL \\\\ \\u0000 \\ud800 🙂"}';
  await left.calls.write(
    notes([call(odd, "getBalance"), call("two", null, null), call("three", "getBalance", 404)]),
    100,
  );
  expect(await right.calls.newest("a", { ...all, limit: 2 })).toMatchObject([{ text: "three" }, { text: "two" }]);
  expect(await right.calls.newest("a", { ...all, before: 2 })).toEqual([{ requestId: 1, text: odd }]);
  expect(await right.calls.newest("a", { ...all, after: 1, operationId: "getBalance" })).toMatchObject([
    { text: "three" },
  ]);
  expect(await right.calls.newest("a", { ...all, status: 404 })).toMatchObject([{ text: "three" }]);
});

test("counts are added up, those of a deleted world stay, and its calls go", async () => {
  const { left, right } = await twoStores();
  await left.create(entry("b"), commits(1));
  await Promise.all([
    left.calls.write(notes([], { one: 1, two: 2 }), 100),
    right.calls.write(notes([call("gone")], { two: 3 }, "b"), 100),
    right.calls.write(notes([call("nowhere")], { two: 7 }, "unknown"), 100),
  ]);
  expect(await right.calls.met("a")).toEqual(new Map(Object.entries({ one: 1, two: 2 })));
  await left.delete("b");
  await right.calls.write(notes([call("late")], { two: 9 }, "b"), 100);
  expect(await left.calls.met(null)).toEqual(new Map(Object.entries({ one: 1, two: 5 })));
  await left.create(entry("b"), commits(1));
  expect(await left.calls.newest("b", all)).toEqual([]);
});

test("what one replica was called, all of them list, wait for, stream, export and count", async () => {
  await using replicas = await Replicas.start(inject("databaseUrl"));
  const urls = await Promise.all(replicas.all.map(({ process }) => process.address()));
  const [one, other, third] = urls.map((url) => new SaldoClient({ url, apiKey: PUBLIC_API_KEY }));
  if (one === undefined || other === undefined || third === undefined) throw new Error("there are three replicas");
  const waiting = other.history.waitForRequest({ operationId: "initiateWithdrawal", wait: "PT20S" });
  const stream = await fetch(`${third.url}/sandbox/requests/stream`, {
    headers: { "X-API-Key": PUBLIC_API_KEY },
  });
  await one.api.POST("/account-balance/withdraw", { body: { value: 10_000 } });
  expect(await waiting).toMatchObject({ requestId: 1, status: 201, requestBody: { value: 10_000 } });
  let told = "";
  for await (const chunk of stream.body ?? []) {
    told += Buffer.from(chunk).toString();
    if (told.includes("event:")) break;
  }
  expect(told).toMatch(/^event: request\ndata: \{"requestId":1,/m);
  await third.api.GET("/account-balance");
  await other.history.waitForRequest({ after: 1, wait: "PT20S" });
  for (const client of [one, other, third]) {
    const { data } = await client.control.GET("/requests");
    expect(data?.requests).toMatchObject([
      { requestId: 2, operationId: "getBalance" },
      { requestId: 1, operationId: "initiateWithdrawal" },
    ]);
    const har = await client.control.GET("/requests/har");
    expect(har.data?.log.entries).toHaveLength(2);
    const { outcomes } = await client.worldCoverage();
    expect(outcomes.filter(({ count }) => count > 0)).toHaveLength(2);
  }
});
