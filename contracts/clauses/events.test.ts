import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { acted, arrived, called } from "../model/testing/told.ts";
import { clauseFinding } from "../run/verdict.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { chargePayloadClauses } from "./charge-payload.ts";
import { eventsClauses } from "./events.ts";

const description = new Description(loadDocument("interface").source);
const processing = eventsClauses.find(({ id }) => id === "events.charge-processing");

function verdictOf(isThere: boolean) {
  const members = { url: "https://a.dev/hook", name: "a", events: ["charge.processing", "charge.paid"] };
  const made = acted("make-charge", { total: 900 }, { chargeId: "c1" });
  const create = () => called("createWebhook", members, 201, { id: "w1" });
  const early = isThere ? [create()] : [];
  const paid = acted("pay-charge", { chargeId: "c1" });
  const late = isThere ? [] : [create()];
  const data = { chargeId: "c1", paymentStatus: "PAID", previousStatus: "PROCESSING" };
  const trace = [made, ...early, paid, ...late, arrived({ event: "charge.paid", data })];
  return processing && clauseFinding(processing, seenIn(trace, description)).kind;
}

test("only a webhook that was there before the payment must be told that it was processed", () => {
  expect([true, false].map(verdictOf)).toEqual(["broken", "passed"]);
});

test("a charge of others may have been processed before the webhook was there", () => {
  const members = { url: "https://a.dev/hook", name: "a", events: ["charge.processing", "charge.paid"] };
  const event = (type: string, chargeId: string, paymentStatus: string) =>
    arrived({ event: `charge.${type}`, data: { chargeId, paymentStatus, previousStatus: "PROCESSING" } });
  const verdictOf = (...events: TraceEntry[]) => {
    const trace = [called("createWebhook", members, 201, { id: "w1" }), ...events];
    return processing && clauseFinding(processing, seenIn(trace, description)).kind;
  };
  const paid = (chargeId: string) => event("paid", chargeId, "PAID");
  expect(verdictOf(paid("c7"), event("processing", "c8", "PROCESSING"), paid("c8"))).toBe("passed");
  expect(verdictOf(paid("c7"), paid("c8"))).toBe("broken");
});

test("the names of events may be those of members in each other", () => {
  const clause = eventsClauses.find(({ id }) => id === "events.list-charges");
  const verdictOf = (charge: object) => {
    const tree = { data: { charge, subscription: { charge: { paid: {}, failed: {} } } } };
    return clause && clauseFinding(clause, seenIn([called("listWebhookEvents", {}, 200, tree)], description)).kind;
  };
  const states = { pending: {}, processing: {}, expired: {} };
  expect([{ ...states, paid: {} }, states].map(verdictOf)).toEqual(["passed", "broken"]);
});

test("a reference that was ordered must be told, where the driver is known to pass on what is ordered", () => {
  const clause = chargePayloadClauses.find(({ id }) => id === "charge-payload.external-id");
  const customer = { email: "zoe@acme.dev" };
  const verdictOf = (externalId: unknown, told: unknown) => {
    const hook = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: ["charge.pending"] }, 201);
    const made = acted("make-charge", { total: 900, externalId: "Pedido/7 ü", customer }, { chargeId: "c1" });
    const data = { chargeId: "c1", externalId, customer: told };
    const trace = [hook, made, arrived({ event: "charge.pending", data })];
    return clause && clauseFinding(clause, seenIn(trace, description)).kind;
  };
  const all = [null, "pedido/7 ü", "Pedido 7 \u0075\u0308"];
  expect(all.map((externalId) => verdictOf(externalId, customer))).toEqual(["broken", "broken", "passed"]);
  expect(all.map((externalId) => verdictOf(externalId, null))).toEqual(["passed", "passed", "passed"]);
});

test("a chargeback of a charge of others at the end of its hold is not fired by the release", () => {
  const clause = eventsClauses.find(({ id }) => id === "events.none-for-release");
  const verdictOf = (event: string, isOwn: boolean) => {
    const hook = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: ["charge.paid", event] }, 201);
    const acts = isOwn ? [acted("make-charge", { chargeId: "c1", total: 900 }, { chargeId: "c1" })] : [];
    const read = called("getBalance", {}, 200);
    const releaseAt = new Date(read.askedAt + 60_000).toISOString();
    const held = { data: { reserveHolds: [{ chargeId: "c1", amountCents: 90, releaseAt }] } };
    const told = { ...arrived({ event, data: { chargeId: "c1" } }), at: read.askedAt + 60_500 };
    const later = {
      ...called("getBalance", {}, 200),
      askedAt: read.askedAt + 90_000,
      answeredAt: read.askedAt + 90_010,
    };
    const shown = { ...read, response: { status: 200, headers: {}, text: "", json: held } };
    return clause && clauseFinding(clause, seenIn([hook, ...acts, shown, told, later], description)).kind;
  };
  expect(verdictOf("dispute.chargeback", false)).toBe("passed");
  expect(verdictOf("dispute.chargeback", true)).toBe("broken");
});

test("a list that is behind does not show that a payment came after its event", () => {
  const clause = eventsClauses.find(({ id }) => id === "events.withdraw-completed-not-before");
  const verdictOf = (status: string) => {
    const hook = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: ["withdraw.completed"] }, 201);
    const opened = called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: "wd-00077" });
    const given = { withdrawId: "wd-00077", otpCode: "123456" };
    const confirmed = called("confirmWithdrawal", given, 200, { status: "APPROVED" });
    const soon = (entry: number) => ({
      askedAt: confirmed.answeredAt + entry,
      answeredAt: confirmed.answeredAt + entry,
    });
    const listed = (now: string) => called("listWithdrawals", {}, 200, [{ withdrawId: "wd-00077", status: now }]);
    const told = {
      ...arrived({ event: "withdraw.completed", data: { id: "wd-00077" } }),
      at: confirmed.answeredAt + 10,
    };
    const trace = [hook, opened, confirmed, told, { ...listed(status), ...soon(300) }, listed("CONFIRMED")];
    return clause && clauseFinding(clause, seenIn(trace, description)).kind;
  };
  expect(["CREATED", "APPROVED"].map(verdictOf)).toEqual(["passed", "broken"]);
});
