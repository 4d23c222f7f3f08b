import { expect, test } from "vitest";
import { acted, arrived, balanceOf, called } from "../model/testing/told.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const processing = "events.charge-processing";

/** A second each. */
const seconds = (count: number) => Array.from({ length: count }, () => balanceOf(900));

const askedAt = (ms: number) => ({ askedAt: ms, answeredAt: ms });

function verdictWhere(isThere: boolean, lastSeconds = 3) {
  const members = { url: "https://a.dev/hook", name: "a", events: ["charge.processing", "charge.paid"] };
  const made = acted("make-charge", { total: 900 }, { chargeId: "c1" });
  const create = () => called("createWebhook", members, 201, { id: "w1" });
  const early = isThere ? [create()] : [];
  const paid = acted("pay-charge", { chargeId: "c1" });
  const late = isThere ? [] : [create()];
  const data = { chargeId: "c1", paymentStatus: "PAID", previousStatus: "PROCESSING" };
  const trace = [made, ...early, paid, ...late, arrived({ event: "charge.paid", data }), ...seconds(lastSeconds)];
  return verdictOf(processing, trace);
}

test("only a webhook that was there before the payment must be told that it was processed", () => {
  expect([verdictWhere(true), verdictWhere(false)]).toEqual(["broken", "passed"]);
});

test("a run that ends with the payment has not waited for what was told before it", () => {
  expect(verdictWhere(true, 2)).toBe("passed");
});

test("a charge of others may have been processed before the webhook was there", () => {
  const members = { url: "https://a.dev/hook", name: "a", events: ["charge.processing", "charge.paid"] };
  const event = (type: string, chargeId: string, paymentStatus: string) =>
    arrived({ event: `charge.${type}`, data: { chargeId, paymentStatus, previousStatus: "PROCESSING" } });
  const verdict = (...events: TraceEntry[]) =>
    verdictOf(processing, [called("createWebhook", members, 201, { id: "w1" }), ...events, ...seconds(3)]);
  const paid = (chargeId: string) => event("paid", chargeId, "PAID");
  expect(verdict(paid("c7"), event("processing", "c8", "PROCESSING"), paid("c8"))).toBe("passed");
  expect(verdict(paid("c7"), paid("c8"))).toBe("broken");
});

test("the names of events may be those of members in each other", () => {
  const verdict = (charge: object) => {
    const tree = { data: { charge, subscription: { charge: { paid: {}, failed: {} } } } };
    return verdictOf("events.list-charges", [called("listWebhookEvents", {}, 200, tree)]);
  };
  const states = { pending: {}, processing: {}, expired: {} };
  expect([{ ...states, paid: {} }, states].map(verdict)).toEqual(["passed", "broken"]);
});

test("a reference that was ordered must be told, where the driver is known to pass on what is ordered", () => {
  const customer = { email: "zoe@acme.dev" };
  const verdict = (externalId: unknown, told: unknown) => {
    const hook = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: ["charge.pending"] }, 201);
    const made = acted("make-charge", { total: 900, externalId: "Pedido/7 ü", customer }, { chargeId: "c1" });
    const data = { chargeId: "c1", externalId, customer: told };
    return verdictOf("charge-payload.external-id", [hook, made, arrived({ event: "charge.pending", data })]);
  };
  const all = [null, "pedido/7 ü", "Pedido 7 \u0075\u0308"];
  expect(all.map((externalId) => verdict(externalId, customer))).toEqual(["broken", "broken", "passed"]);
  expect(all.map((externalId) => verdict(externalId, null))).toEqual(["passed", "passed", "passed"]);
});

test("a chargeback of a charge of others at the end of its hold is not fired by the release", () => {
  const verdict = (event: string, isOwn: boolean) => {
    const hook = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: ["charge.paid", event] }, 201);
    const acts = isOwn ? [acted("make-charge", { chargeId: "c1", total: 900 }, { chargeId: "c1" })] : [];
    const read = called("getBalance", {}, 200);
    const releaseAt = new Date(read.askedAt + 60_000).toISOString();
    const held = { data: { reserveHolds: [{ chargeId: "c1", amountCents: 90, releaseAt }] } };
    const told = { ...arrived({ event, data: { chargeId: "c1" } }), at: read.askedAt + 60_500 };
    const later = { ...called("getBalance", {}, 200), ...askedAt(read.askedAt + 90_000) };
    const shown = { ...read, response: { status: 200, headers: {}, text: "", json: held } };
    return verdictOf("events.none-for-release", [hook, ...acts, shown, told, later]);
  };
  expect(verdict("dispute.chargeback", false)).toBe("passed");
  expect(verdict("dispute.chargeback", true)).toBe("broken");
});

test("a list that is behind does not show that a payment came after its event", () => {
  const verdict = (status: string) => {
    const hook = called("createWebhook", { url: "https://a.dev/hook", name: "a", events: ["withdraw.completed"] }, 201);
    const opened = called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: "wd-00077" });
    const given = { withdrawId: "wd-00077", otpCode: "123456" };
    const confirmed = called("confirmWithdrawal", given, 200, { status: "APPROVED" });
    const listed = (now: string) => called("listWithdrawals", {}, 200, [{ withdrawId: "wd-00077", status: now }]);
    const { answeredAt } = confirmed;
    const told = { ...arrived({ event: "withdraw.completed", data: { id: "wd-00077" } }), at: answeredAt + 10 };
    const behind = { ...listed(status), ...askedAt(answeredAt + 300) };
    const trace = [hook, opened, confirmed, told, behind, listed("CONFIRMED")];
    return verdictOf("events.withdraw-completed-not-before", trace);
  };
  expect(["CREATED", "APPROVED"].map(verdict)).toEqual(["passed", "broken"]);
});
