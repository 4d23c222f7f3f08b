import { expect, test } from "vitest";
import { clauses } from "../clauses/catalogue.ts";
import { description } from "../judge/testing/described.ts";
import type { Recorded } from "./har-file.ts";
import { LiveTraffic } from "./live.ts";

const url = "https://api.acme.dev/v1";

function balance(shown: unknown, askedAt: number): Recorded {
  const responseBody = JSON.stringify({ status: 200, message: "", data: { balance: shown, currency: "BRL" } });
  const said = { method: "GET", url: new URL(`${url}/account-balance`), headers: { "x-api-key": "key" }, body: "" };
  return { ...said, askedAt, answeredAt: askedAt + 5, status: 200, responseHeaders: {}, responseBody };
}

test("a clause is told once, as soon as it is broken", () => {
  const told: string[] = [];
  const chosen = clauses.filter(({ id }) => id === "balance.available");
  const live = new LiveTraffic({ description, clauses: chosen, url, onBroken: ({ clause }) => told.push(clause.id) });
  live.add(balance(100, 1_001));
  live.judge();
  expect(told).toEqual([]);
  for (const at of [2_001, 3_001]) {
    live.add(balance("100", at));
    live.judge();
    expect(told).toEqual(["balance.available"]);
  }
  expect(live.recording()?.exchanges.map(({ askedAt }) => askedAt)).toEqual([1_001, 2_001, 3_001]);
});

test("kept exchanges are bounded together, and the oldest go first", () => {
  const live = new LiveTraffic({ description, clauses: [], url, onBroken: () => {} });
  const responseBody = `"${"x".repeat(1_000_000)}"`;
  for (let at = 1; at <= 70; at += 1) live.add({ ...balance(1, at), responseBody });
  const kept = live.recording()?.exchanges.map(({ askedAt }) => askedAt) ?? [];
  expect([kept.length, live.forgotten, kept.at(-1)]).toEqual([67, 3, 70]);
});
