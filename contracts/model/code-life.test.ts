import { expect, test } from "vitest";
import type { Call } from "../trace/trace.ts";
import { codeLife } from "./code-life.ts";
import { called } from "./testing/told.ts";
import { withdrawalRequests } from "./withdrawal-requests.ts";

const opened = called("initiateWithdrawal", { value: 500 }, 201, { withdrawId: "w" });

/** A request for a new code, this long after the withdrawal was opened. */
function resent(afterSeconds: number, status: number): Call {
  const at = opened.answeredAt + afterSeconds * 1_000;
  return { ...called("resendOtp", { withdrawId: "w" }, status), askedAt: at, answeredAt: at };
}

/** What resends show of the life of a code, in whole seconds. */
function lifeIn(...resends: readonly Call[]) {
  const { atLeastMs, atMostMs } = codeLife(withdrawalRequests([opened, ...resends]));
  return [atLeastMs, atMostMs].map((ms) => Math.floor(ms / 1_000));
}

test("a code lives longer than it was when a new one was refused, and no longer than until one was sent", () => {
  expect(lifeIn(resent(10, 403), resent(19, 403), resent(21, 200))).toEqual([19, 21]);
});

test("a limit of requests says nothing about the code, but where each early request is answered so", () => {
  expect(lifeIn(resent(10, 403), resent(20, 429), resent(21, 200))).toEqual([10, 21]);
  expect(lifeIn(resent(10, 429), resent(20, 429), resent(21, 200))).toEqual([20, 21]);
});
