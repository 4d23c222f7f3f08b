import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { called } from "../model/testing/told.ts";
import { clauseFinding } from "../run/verdict.ts";
import type { Call } from "../trace/trace.ts";
import { webhooksClauses } from "./webhooks.ts";

const description = new Description(loadDocument("interface").source);
const listed = webhooksClauses.find(({ id }) => id === "webhooks.listed-with-key");

function verdictAfter(ms: number) {
  const creation = called("createWebhook", { url: "https://a.dev/1", name: "a", events: [] }, 200, { id: "w1" });
  const test = { ...called("testWebhook", {}, 200), request: { method: "POST", path: "/w1", members: {}, id: "w1" } };
  const list: Call = called("listWebhooks", {}, 200, { webhooks: [] });
  const late = { ...list, askedAt: creation.answeredAt + ms, answeredAt: creation.answeredAt + ms + 10 };
  return listed && clauseFinding(listed, seenIn([creation, late, test], description)).kind;
}

test("a list of webhooks may be behind by a second, and no more", () => {
  expect([300, 1_500].map(verdictAfter)).toEqual(["passed", "broken"]);
});
