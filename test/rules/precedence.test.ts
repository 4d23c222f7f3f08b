import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/client/answer.ts";
import type { Account } from "./account.ts";
import { later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

/** A request to which two refusals apply, and the one that must be given. */
interface Case {
  readonly wins: string;
  readonly over: string;
  readonly status: number;
  readonly provoke: (account: Account) => Promise<Answer>;
}

const unknownId = "wdr_000000000000000000000000";
const afterExpiry = later(startAt, 5 * minute);

const initiations: readonly Case[] = [
  {
    wins: "REQUEST_MALFORMED",
    over: "already open",
    status: 400,
    provoke: async (account) => {
      await account.open();
      return account.initiate(0);
    },
  },
  {
    wins: "WITHDRAWAL_ALREADY_OPEN",
    over: "below minimum",
    status: 409,
    provoke: async (account) => {
      await account.open();
      return account.initiate(1);
    },
  },
  {
    wins: "WITHDRAWAL_ALREADY_OPEN",
    over: "insufficient balance",
    status: 409,
    provoke: async (account) => {
      await account.open();
      return account.initiate(999_999_999);
    },
  },
  {
    wins: "WITHDRAWAL_BELOW_MINIMUM",
    over: "insufficient balance",
    status: 422,
    provoke: async (account) => {
      await account.openConfirmed(150_000);
      return account.initiate(300);
    },
  },
  {
    wins: "INSUFFICIENT_BALANCE",
    over: "nothing else",
    status: 422,
    provoke: (account) => account.initiate(150_001),
  },
];

const confirmations: readonly Case[] = [
  {
    wins: "REQUEST_MALFORMED",
    over: "unknown",
    status: 400,
    provoke: (account) => account.confirm(unknownId, "12345"),
  },
  {
    wins: "WITHDRAWAL_UNKNOWN",
    over: "incorrect",
    status: 404,
    provoke: (account) => account.confirm(unknownId, "123456"),
  },
  {
    wins: "WITHDRAWAL_NOT_AWAITING_OTP",
    over: "blocked and expired",
    status: 409,
    provoke: async (account) => {
      const withdrawId = await account.open();
      await account.block(withdrawId);
      await account.advance({ to: afterExpiry });
      await account.cancel(withdrawId);
      return account.confirm(withdrawId, await account.code(withdrawId));
    },
  },
  {
    wins: "OTP_BLOCKED",
    over: "expired",
    status: 423,
    provoke: async (account) => {
      const withdrawId = await account.open();
      await account.block(withdrawId);
      await account.advance({ to: afterExpiry });
      return account.confirm(withdrawId, await account.code(withdrawId));
    },
  },
  {
    wins: "OTP_BLOCKED",
    over: "incorrect",
    status: 423,
    provoke: async (account) => {
      const withdrawId = await account.open();
      await account.block(withdrawId);
      const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
      return account.confirm(withdrawId, wrong);
    },
  },
  {
    wins: "OTP_EXPIRED",
    over: "incorrect",
    status: 422,
    provoke: async (account) => {
      const withdrawId = await account.open();
      const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
      await account.advance({ to: afterExpiry });
      return account.confirm(withdrawId, wrong);
    },
  },
  {
    wins: "OTP_INCORRECT",
    over: "nothing else",
    status: 422,
    provoke: async (account) => {
      const withdrawId = await account.open();
      const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
      return account.confirm(withdrawId, wrong);
    },
  },
];

const resends: readonly Case[] = [
  { wins: "REQUEST_MALFORMED", over: "unknown", status: 400, provoke: (account) => account.resend("") },
  { wins: "WITHDRAWAL_UNKNOWN", over: "all others", status: 404, provoke: (account) => account.resend(unknownId) },
  {
    wins: "WITHDRAWAL_NOT_AWAITING_OTP",
    over: "still valid",
    status: 409,
    provoke: async (account) => account.resend(await account.openConfirmed()),
  },
  {
    wins: "OTP_STILL_VALID",
    over: "nothing else",
    status: 409,
    provoke: async (account) => account.resend(await account.open()),
  },
];

const cancellations: readonly Case[] = [
  { wins: "REQUEST_MALFORMED", over: "unknown", status: 400, provoke: (account) => account.cancel("") },
  { wins: "WITHDRAWAL_UNKNOWN", over: "not cancellable", status: 404, provoke: (account) => account.cancel(unknownId) },
  {
    wins: "WITHDRAWAL_NOT_CANCELLABLE",
    over: "nothing else",
    status: 409,
    provoke: async (account) => account.cancel(await account.openConfirmed()),
  },
];

describe.each([
  ["initiate", initiations],
  ["confirm", confirmations],
  ["resend-otp", resends],
  ["cancel", cancellations],
])("precedence of the refusals of %s", (_operation, cases) => {
  it.each(cases)("$wins goes before $over", async ({ wins, status, provoke }) => {
    await using sandbox = await startCheckedSandbox();
    const answer = await provoke(sandbox.account);
    expect(answer.at("data.code")).toBe(wins);
    expect(answer.status).toBe(status);
    expect(answer.at("status")).toBe(status);
  });
});
