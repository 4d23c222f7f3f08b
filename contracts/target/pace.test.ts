import { expect, test } from "vitest";
import { description } from "../judge/testing/described.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { Pace } from "./pace.ts";

const signal = new AbortController().signal;
const lost: NoAnswer = { failure: "no-answer", reason: "no answer came: read ECONNRESET" };

function answer(status: number, body: object = {}): TargetAnswer {
  return { status, headers: status === 429 ? { "retry-after": "1" } : {}, body: Buffer.from(JSON.stringify(body)) };
}

const balance: Passed = { method: "GET", path: "/account-balance", headers: {}, body: Buffer.alloc(0) };
const confirmation: Passed = { ...balance, method: "POST", path: "/account-balance/withdraw/confirm" };

/** Sends a request to a target that gives these answers to it, and these to what only reads. */
async function sent(passed: Passed, answers: readonly (TargetAnswer | NoAnswer)[], readings = answer(200)) {
  const left = [...answers];
  const forward = async (one: Passed) => (one.path === passed.path ? (left.shift() ?? answer(200)) : readings);
  const vain: unknown[] = [];
  const pace = new Pace({ forward, description, patienceMs: 5_000, signal });
  const came = await pace.send(passed, (one) => vain.push(one));
  return { status: "failure" in came ? came.failure : came.status, vain: vain.length, isPutOff: pace.putsOff(came) };
}

test("what only reads is asked again when its answer was lost", async () => {
  expect(await sent(balance, [lost, answer(502)])).toEqual({ status: 200, vain: 2, isPutOff: false });
});

test("what may have been done is not", async () => {
  expect(await sent(confirmation, [lost])).toEqual({ status: "no-answer", vain: 0, isPutOff: false });
});

test("any request waits as long as the target asks for", async () => {
  const slowly = { error: "slowly" };
  expect(await sent(confirmation, [answer(429, slowly)], answer(429, slowly))).toMatchObject({ status: 200, vain: 1 });
});

test("a code that was tried too often is no such request", async () => {
  expect(await sent(confirmation, [answer(429, { error: "blocked" })])).toEqual({
    status: 429,
    vain: 0,
    isPutOff: false,
  });
});

test("many requests that are put off at once slow the run down once", async () => {
  const left = Array.from({ length: 5 }, () => answer(429));
  const pace = new Pace({ forward: async () => left.shift() ?? answer(200), description, patienceMs: 5_000, signal });
  await Promise.all(left.map(() => pace.send(balance)));
  expect(pace.intervalMs).toBe(100);
});
