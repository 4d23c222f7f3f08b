import { expect, test } from "vitest";
import { acted, arrived, balanceOf, called } from "../model/testing/told.ts";
import { verdictOf } from "./testing/verdict-of.ts";

/** A webhook fails, misses a charge, is reactivated, and is told of one of these before another charge fails again. */
function verdictWhere(told: string | undefined) {
  const pay = (chargeId: string) => [
    acted("make-charge", { total: 9 }, { chargeId }),
    acted("pay-charge", { chargeId }),
  ];
  const tell = (chargeId: string, status = 500) => ({
    ...arrived({ event: "charge.paid", data: { chargeId } }),
    headers: { "x-webhook-delivery": chargeId },
    status,
  });
  const seconds = (count: number) => Array.from({ length: count }, () => balanceOf(900));
  const failed = () => [tell("a"), tell("a"), tell("a"), tell("a"), tell("a"), ...seconds(5)];
  const created = { url: "https://a.dev/hook", name: "a", events: ["charge.paid"] };
  const hook = called("createWebhook", created, 201, { id: "7" });
  const before = [hook, ...pay("a"), ...failed(), ...pay("b"), acted("reactivate-webhook", { webhookId: "7" })];
  const log = { ...called("listWebhookLogs", {}, 200), request: { method: "GET", path: "", members: {}, id: "7" } };
  const after = [...pay("c"), ...(told === undefined ? [] : [tell(told)]), ...seconds(6), log];
  return verdictOf("deactivation.reactivated", [...before, ...after]);
}

test("a reactivated webhook may first be told of what it has missed, and what is new waits for that", () => {
  expect(["b", "c", undefined].map(verdictWhere)).toEqual(["passed", "passed", "broken"]);
});
