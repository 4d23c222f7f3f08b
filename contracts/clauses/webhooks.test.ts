import { expect, test } from "vitest";
import { arrived, called } from "../model/testing/told.ts";
import type { Call } from "../trace/trace.ts";
import { verdictOf } from "./testing/verdict-of.ts";

function verdictAfter(ms: number, urls: readonly string[] = []) {
  const creation = called("createWebhook", { url: "https://a.dev/1", name: "a", events: [] }, 200, { id: "w1" });
  const test = { ...called("testWebhook", {}, 200), request: { method: "POST", path: "/w1", members: {}, id: "w1" } };
  const list: Call = called("listWebhooks", {}, 200, { webhooks: urls });
  const late = { ...list, askedAt: creation.answeredAt + ms, answeredAt: creation.answeredAt + ms + 10 };
  return verdictOf("webhooks.listed-with-key", [creation, late, test]);
}

test("a list of webhooks may be behind by a second, and no more", () => {
  expect([300, 1_500].map((ms) => verdictAfter(ms))).toEqual(["passed", "broken"]);
});

test("a list may write the URL of a webhook in its own way, or be a page of five", () => {
  const others = [1, 2, 3, 4].map((nth) => `https://b.dev/${nth}`);
  const lists = [["HTTPS://A.dev:443/1"], [...others, "https://b.dev/5"], others];
  expect(lists.map((urls) => verdictAfter(1_500, urls))).toEqual(["passed", "passed", "broken"]);
});

test.each([
  ["chave #1 de Zoë", "chave #2 de Zoë", "passed"],
  ["Webhook created successfully", "Webhook created successfully", "broken"],
  ["28/11/2026 07:12:00", "28/11/2026 07:12:01", "broken"],
])("%s and %s may be the secrets of two webhooks: %s", (one, other, expected) => {
  const trace = [one, other].flatMap((text, nth) => {
    const id = `w${nth}`;
    const creation = called("createWebhook", { url: `https://a.dev/${nth}`, name: id, events: [] }, 200, { id, text });
    return [creation, { ...called("testWebhook", {}, 200), request: { method: "POST", path: id, members: {}, id } }];
  });
  expect(verdictOf("webhooks.secret-shown-at-creation", trace)).toBe(expected);
});

test("what asks at a URL before its webhook is created is no delivery", () => {
  const check = arrived({ type: "url_verification", challenge: "3f2a" });
  const creation = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: [] }, 200, { id: "w1" });
  const { at: _, ...later } = check;
  const ids = ["headers.event", "headers.timestamp", "signature.form"];
  expect(ids.map((id) => verdictOf(id, [check, creation]))).toEqual(ids.map(() => "not-judged"));
  const unsigned = { ...later, at: creation.answeredAt + 10 };
  expect(ids.map((id) => verdictOf(id, [check, creation, unsigned]))).toEqual(ids.map(() => "broken"));
});

test("the log of a target may have a shorter duration than a busy machine has measured", () => {
  const creation = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: [] }, 200, { id: "w1" });
  const slow = { ...arrived({ event: "charge.paid", data: {} }), status: 298, delayMs: 2_600 };
  const verdict = (ms: number) => {
    const log = called("listWebhookLogs", {}, 200, {
      rows: [
        { http: 298, ms },
        { http: 200, ms: 9 },
      ],
    });
    const read = {
      ...log,
      request: { ...log.request, id: "w1" },
      askedAt: slow.at + 9_000,
      answeredAt: slow.at + 9_010,
    };
    return verdictOf("log.duration", [creation, slow, read]);
  };
  expect([1_140, 140].map(verdict)).toEqual(["passed", "broken"]);
});
