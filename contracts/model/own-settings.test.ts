import { expect, test } from "vitest";
import { ownSettings } from "./own-settings.ts";
import { called, seenOf } from "./testing/told.ts";

test.each([
  ["PENDING_REVIEW", true],
  ["APPROVED", false],
  ["PROCESSING", undefined],
])("an account whose right code is answered with %s is known to review payouts: %s", (status, manualApproval) => {
  const opened = called("initiateWithdrawal", { value: 500 }, 200, { withdrawId: "77" });
  const confirmed = called("confirmWithdrawal", { withdrawId: "77", otpCode: "123456" }, 200, { data: { status } });
  expect(ownSettings(seenOf([opened, confirmed]))).toEqual(manualApproval === undefined ? {} : { manualApproval });
});
