import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import { verdictOf } from "./testing/verdict-of.ts";

test.each([
  ["PENDING_REVIEW", "passed"],
  ["APPROVED", "broken"],
])("a list may be behind when a withdrawal goes into review; %s is %s after that", (status, expected) => {
  const listed = (now: string) => called("listWithdrawals", {}, 200, [{ withdrawId: "77", status: now }]);
  const opened = called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: "77" });
  const given = { withdrawId: "77", otpCode: "123456" };
  const confirmed = called("confirmWithdrawal", given, 200, { status: "PENDING_REVIEW" });
  const behind = { ...listed("APPROVED"), askedAt: confirmed.answeredAt + 100, answeredAt: confirmed.answeredAt + 110 };
  const code = { kind: "code", story: "a story", account: "own", withdrawId: "77", code: "123456" } as const;
  const read = { ...code, at: opened.answeredAt + 10 };
  const trace = [opened, read, confirmed, behind, listed("later"), listed(status)];
  expect(verdictOf("confirmation.review-waits", trace)).toBe(expected);
});
