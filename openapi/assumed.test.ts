import { readFileSync } from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import { type JSONValue, query } from "json-p3";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { collectAssumptions, type JsonObject, jsonPath, usesOfResponse } from "../scripts/assumptions.ts";
import { applyOverlay, parseOverlay } from "../src/spec/overlay.ts";
import { factsOf } from "./facts.ts";

const file = new URL("interface.yaml", import.meta.url);
const document: JsonObject = parse(readFileSync(file, "utf8"));
const dereferenced: JsonObject = await dereference(file);
const control: JsonObject = await dereference(new URL("control.yaml", import.meta.url));

async function dereference(url: URL): Promise<JsonObject> {
  return JSON.parse(JSON.stringify(await SwaggerParser.dereference(url.pathname)));
}

function each(owner: string, names: readonly string[]): string[] {
  return names.map((name) => `${owner} ${name}`);
}

const charge = ["chargeId", "companyId", "paymentStatus", "previousStatus", "total", "externalId", "customer"];
const customer = ["customer.id", "customer.name", "customer.email", "customer.phone"];
const chargeData = [...charge, ...customer, "paidAt", "expiresAt"].map((name) => `data.${name}`);
const headers = ["X-Webhook-Event", "X-Webhook-Delivery", "X-Webhook-Timestamp", "X-Webhook-Signature"];
const delivery = [...headers, "event", "data", "timestamp", "2XX", "401"];
const chargeEvents = ["charge.pending", "charge.processing", "charge.paid", "charge.expired", "charge.received"];
const otherEvents = [
  ...["subscription.authorized", "subscription.rejected", "subscription.charge.paid", "subscription.charge.failed"],
  ...["withdraw.completed", "dispute.chargeback"],
];

/** All that the platform's document shows, and therefore all that must not be marked. */
const shown = [
  "getBalance",
  ...each("getBalance 200", [
    ...["status", "message", "data", "data.balance", "data.currency", "data.reservedBalance", "data.reserveHolds"],
  ]),
  ...each(
    "getBalance 200",
    ["chargeId", "amountCents", "releaseAt", "status"].map((name) => `data.reserveHolds[].${name}`),
  ),
  "initiateWithdrawal",
  "initiateWithdrawal request value",
  "initiateWithdrawal 201 data.withdrawId",
  "initiateWithdrawal 409",
  "initiateWithdrawal 409 data.withdrawId",
  "simulateWithdrawalFee",
  "confirmWithdrawal",
  ...each("confirmWithdrawal request", ["withdrawId", "otpCode"]),
  "confirmWithdrawal 200 data.status",
  "resendOtp",
  "resendOtp request withdrawId",
  "cancelWithdrawal",
  "cancelWithdrawal request withdrawId",
  "listWithdrawals",
  ...each("listWithdrawals 200", ["data[].status", "data[].endToEndId"]),
  "createWebhook",
  "listWebhookEvents",
  ...["listWebhookLogs", "testWebhook"].flatMap((name) => [name, `${name} id`]),
  ...chargeEvents.flatMap((event) => [event, ...each(event, [...delivery, ...chargeData])]),
  ...otherEvents.flatMap((event) => [event, ...each(event, delivery)]),
  // That there is such an event is assumed; what every delivery looks like is not.
  ...each("webhook.test", delivery),
];

test("what the document shows bears no x-assumed, and everything else does", () => {
  const unmarked = factsOf(dereferenced).filter(({ isAssumed }) => !isAssumed);
  expect(unmarked.map(({ name }) => name).toSorted()).toEqual(shown.toSorted());
});

test("the life of a code is assumed", () => {
  const behaviours = collectAssumptions(document).filter(({ kind }) => kind === "behaviour");
  expect(behaviours.map(({ path }) => path.at(-1))).toContain("otp-life");
});

test("each mark is a sentence on a fact, and its JSONPath finds that node alone", () => {
  const json: JSONValue = JSON.parse(JSON.stringify(document));
  for (const { path, node } of collectAssumptions(document)) {
    const target = jsonPath(document, path);
    expect(query(target, json).values(), target).toEqual([node]);
  }
});

test("the overlay on the page does what it says", () => {
  const page = readFileSync(new URL("../docs/overlays.md", import.meta.url), "utf8");
  const overlay = parseOverlay(/```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  const result = applyOverlay(parse(readFileSync(file, "utf8")), overlay);
  const confirm = result.document.paths?.["/account-balance/withdraw/confirm"]?.post?.responses;
  expect(result.warnings).toEqual([]);
  expect(Object.keys(confirm ?? {})).toEqual(["200", "400", "401", "404", "409", "422", "429"]);
  expect(result.document.components?.schemas?.Refusal).toMatchObject({
    required: ["error"],
    properties: { error: { "x-value": "$code" } },
  });
});

test("every assumed response is used, so that its status can be changed", () => {
  const responses = collectAssumptions(document).filter(({ kind }) => kind === "response");
  expect(responses.filter(({ path }) => usesOfResponse(document, path.at(-1) ?? "").length === 0)).toEqual([]);
});

test("nothing in the control plane is assumed", () => {
  expect(collectAssumptions(control)).toEqual([]);
});
