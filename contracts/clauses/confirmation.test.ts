import { expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { seenIn } from "../model/seen.ts";
import { called } from "../model/testing/told.ts";
import { clauseFinding } from "../run/verdict.ts";
import { confirmationClauses } from "./confirmation.ts";

const description = new Description(loadDocument("interface").source);
const waits = confirmationClauses.find(({ id }) => id === "confirmation.review-waits");

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
  const seen = seenIn([opened, read, confirmed, behind, listed("later"), listed(status)], description);
  expect(waits && clauseFinding(waits, seen).kind).toBe(expected);
});
