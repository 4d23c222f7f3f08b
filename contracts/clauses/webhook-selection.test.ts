import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { arrived, called } from "../model/testing/told.ts";
import { clauseFinding } from "../run/verdict.ts";
import { webhookSelectionClauses } from "./webhook-selection.ts";

const description = new Description(loadDocument("interface").source);
const alone = webhookSelectionClauses.find(({ id }) => id === "webhooks.test-alone");

test.each([
  [404, "passed"],
  [502, "not-judged"],
])("after a test that got %i, what another test delivered alone is %s", (status, expected) => {
  const created = ["w1", "w2"].map((id) => called("createWebhook", { url: `https://a.dev/${id}` }, 201, { id }));
  const tested = ["w1", "w2"].flatMap((id) => {
    const request = { method: "POST", path: `/webhook/${id}/test`, members: {}, id };
    return [
      { ...called("testWebhook", {}, 200), request },
      { ...arrived({ event: "webhook.test" }), path: `/${id}` },
    ];
  });
  const tried = called("testWebhook", {}, status);
  const elsewhere = { ...tried, request: { ...tried.request, path: "/v1/webhook/w1/test", isTried: true } };
  const seen = seenIn([...created, elsewhere, ...tested], description);
  expect(alone && clauseFinding(alone, seen).kind).toBe(expected);
});
