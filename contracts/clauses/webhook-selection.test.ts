import { expect, test } from "vitest";
import { arrived, called } from "../model/testing/told.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const created = (id: string) => called("createWebhook", { url: `https://a.dev/${id}` }, 201, { id });
const pinged = (id: string) => ({ ...arrived({ event: "ping" }), path: `/${id}` });

function tested(id: string, status = 200, isTried = false, said = {}) {
  const request = { method: "POST", path: `/webhook/${id}/test`, members: {}, id, ...(isTried && { isTried }) };
  return { ...called("testWebhook", {}, status, said), request };
}

function verdictAfter(...trace: readonly TraceEntry[]) {
  return verdictOf("webhooks.test-alone", trace);
}

test.each([
  [404, "passed"],
  [502, "not-judged"],
])("after a test below /v1 that got %i, what other tests delivered alone is %s", (status, expected) => {
  const hooks = [created("w1"), created("w2")];
  const tries = [tested("w1", status, true), tested("w1"), pinged("w1"), tested("w2"), pinged("w2")];
  expect(verdictAfter(...hooks, ...tries)).toBe(expected);
});

test("a webhook may be greeted as it is tested, and not long after it was created", () => {
  const first = [created("w1"), tested("w1"), pinged("w1")];
  const last = () => [tested("w2"), pinged("w2")];
  expect(verdictAfter(...first, created("w2"), pinged("w2"), ...last())).toBe("passed");
  expect(verdictAfter(...first, created("w2"), tested("w1"), pinged("w1"), pinged("w2"), ...last())).toBe("broken");
});

test.each([
  [{}, "broken"],
  [{ success: false, error: "Not found" }, "passed"],
])("another company's test of a webhook gets 200 and %j, while something is delivered: %s", (said, expected) => {
  const other = { ...tested("w1", 200, false, said), account: "own, other company" };
  expect(verdictOf("webhooks.hidden-from-others", [created("w1"), tested("w1"), other, pinged("w1")])).toBe(expected);
});

test.each([
  [502, "not-judged"],
  [404, "broken"],
])("what comes after a test that got %i may be of that test, whatever event it names", (status, expected) => {
  const hook = called("createWebhook", { url: "https://a.dev/w1", events: ["charge.expired"] }, 201, { id: "w1" });
  const test = tested("w1", status);
  const told = { ...arrived({ event: "charge.paid", data: { id: 7 } }), path: "/w1" };
  expect(verdictOf("webhooks.selected-only", [hook, test, told])).toBe(expected);
});
