import { expect, test } from "vitest";
import { acted, balanceOf as balance, called } from "../model/testing/told.ts";
import { verdictOf } from "./testing/verdict-of.ts";

const opened = (value: number) => called("initiateWithdrawal", { value }, 200, { withdrawId: "w-1" });
const codeAfter = ({ answeredAt }: { readonly answeredAt: number }) => {
  const read = { story: "a story", account: "own", withdrawId: "w-1", code: "123456" };
  return { kind: "code", ...read, at: answeredAt + 10 } as const;
};

test.each([
  [8_500, ["passed", "passed"]],
  [8_000, ["not-judged", "broken"]],
])(
  "a code that is taken again, and answered as before, has paid once or twice: %i cents are left",
  (left, expected) => {
    const [before, opening] = [balance(9_000), opened(500)];
    const confirmed = () =>
      called("confirmWithdrawal", { withdrawId: "w-1", otpCode: "123456" }, 200, { status: "APPROVED" });
    const paid = () =>
      called("listWithdrawals", {}, 200, [{ withdrawId: "w-1", status: "CONFIRMED", endToEndId: "E1" }]);
    const trace = [before, opening, codeAfter(opening), confirmed(), confirmed(), paid()];
    const later = [paid(), paid(), paid(), balance(left)];
    const verdicts = ["paid-withdrawal", "paid-once"].map((name) => verdictOf(`money.${name}`, [...trace, ...later]));
    expect(verdicts).toEqual(expected);
  },
);

test.each([
  ["of a deployment, whose operator may have set it", {}, "not-judged"],
  ["of a sandbox, which tells all settings", { minimumWithdrawal: 100 }, "broken"],
])("100 cents may not be the minimum %s", (_, told, expected) => {
  const trace = [acted("change-settings", { withdrawalFee: 0 }, told), opened(100)];
  expect(verdictOf("initiation.default-minimum", trace)).toBe(expected);
});

test.each([
  ["is there", 9_000, "broken"],
  ["was taken by a daily withdrawal that the run has not made", 0, "not-judged"],
  ["was taken by one, and some more is there soon", 600, "not-judged"],
])("an initiation after a cancellation is accepted where the money %s", (_, left, expected) => {
  const before = [balance(9_000), opened(500), called("cancelWithdrawal", { withdrawId: "w-1" }, 200)];
  const trace = [...before, called("initiateWithdrawal", { value: 500 }, 400), balance(left)];
  expect(verdictOf("initiation.again-after-cancellation", trace)).toBe(expected);
});

test.each([
  ["is there", 9_000, "broken"],
  ["was taken by a daily withdrawal", 0, "not-judged"],
])("the right code after a wrong one is accepted where the money %s", (_, left, expected) => {
  const [before, opening] = [balance(9_000), opened(500)];
  const given = (otpCode: string) => called("confirmWithdrawal", { withdrawId: "w-1", otpCode }, 422);
  const resent = (status: number) => called("resendOtp", { withdrawId: "w-1" }, status);
  const tries = [given("654321"), given("123456"), balance(left), resent(400), resent(200)];
  const trace = [before, opening, codeAfter(opening), ...tries];
  expect(verdictOf("otp.open-before-fifth", trace)).toBe(expected);
});

test.each([
  ["is accepted soon", [200], "passed"],
  ["is refused again, and never accepted", [409], "broken"],
  ["gets no answer that tells", [409, 502], "not-judged"],
  ["is beyond what can be withdrawn in a day", [422], "not-judged"],
  ["is not implemented", [501], "broken"],
])("a paid withdrawal may stand in the way for a while: the next initiation %s", (_, statuses, expected) => {
  const [before, opening] = [balance(9_000), opened(500)];
  const confirmed = called("confirmWithdrawal", { withdrawId: "w-1", otpCode: "123456" }, 200, { status: "APPROVED" });
  const paid = called("listWithdrawals", {}, 200, [{ withdrawId: "w-1", status: "CONFIRMED", endToEndId: "E1" }]);
  const next = (status: number) =>
    called("initiateWithdrawal", { value: 500 }, status, { withdrawId: status === 409 ? "w-1" : "w-2" });
  const later = [next(409), ...statuses.map(next), balance(8_500)];
  const trace = [before, opening, codeAfter(opening), confirmed, paid, ...later];
  expect(verdictOf("initiation.again-after-payment", trace)).toBe(expected);
});

test.each([
  ["nothing is held", 9_000, undefined, 0, "broken"],
  ["something is held of a charge of others", 9_000, "chg_others", 10, "passed"],
  ["something is retained beside the holds", 9_000, undefined, 10, "passed"],
  ["there was less before, and nothing of the run came back", 8_001, undefined, 0, "passed"],
])(
  "a cent too much was taken with a payment, unless others may have paid in: %s",
  (_, had, chargeId, held, expected) => {
    const earlier = balance(had);
    const fee = called("simulateWithdrawalFee", {}, 200, { grossAmount: 9_000, fee: 100, netAmount: 8_900 });
    const [first, opening] = [balance(9_000), opened(500)];
    const holds = chargeId === undefined ? [] : [{ chargeId, amountCents: held, releaseAt: "2027-01-01T00:00:00Z" }];
    const paid = () =>
      called("listWithdrawals", {}, 200, [{ withdrawId: "w-1", status: "CONFIRMED", endToEndId: "E1" }]);
    const confirmed = called("confirmWithdrawal", { withdrawId: "w-1", otpCode: "123456" }, 200, {
      status: "APPROVED",
    });
    const left = { balance: 8_399 - held, reservedBalance: held, reserveHolds: holds };
    const trace = [earlier, fee, first, opening, codeAfter(opening), confirmed, paid(), paid(), paid()];
    expect(verdictOf("money.paid-withdrawal", [...trace, called("getBalance", {}, 200, { data: left })])).toBe(
      expected,
    );
  },
);

test.each([
  ["w-1", "broken"],
  ["w-of-others", "not-judged"],
])(
  "a withdrawal that was cancelled is not in the way of the next one, as others may be: %s",
  (withdrawId, expected) => {
    const before = [balance(9_000), opened(500), called("cancelWithdrawal", { withdrawId: "w-1" }, 200)];
    const next = called("initiateWithdrawal", { value: 500 }, 409, { withdrawId });
    const trace = [...before, next, balance(9_000)];
    expect(verdictOf("initiation.again-after-cancellation", trace)).toBe(expected);
  },
);
