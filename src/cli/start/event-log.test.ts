import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { otpCode } from "../../domain/otp.ts";
import { eventLog } from "./event-log.ts";

const at = Date.parse("2026-03-02T12:00:10.000Z");
const withdrawal = { withdrawId: "wdr_1", companyId: "com_1" };

function written(times: number, ...events: Parameters<ReturnType<typeof eventLog>>[2]["events"]): readonly string[] {
  const lines: string[] = [];
  const log = eventLog(
    (line) => lines.push(stripVTControlCharacters(line)),
    () => 0,
  );
  for (let i = 0; i < times; i++) log("world", "seed", { first: i + 1, at, events, wall: { at } });
  return lines;
}

test("a code is shown with its withdrawal and its recipient", () => {
  const issued = { ...withdrawal, issue: 1, expiresAt: at + 1, messageId: "msg_1", to: "ana@example.com" };
  expect(written(1, { type: "OtpIssued", ...issued })).toEqual([
    `2026-03-02T12:00:10.000Z  • code ${otpCode("seed", "wdr_1", { issue: 1 })} for wdr_1 (ana@example.com)`,
  ]);
});

test("money that moves is shown, and what only marks the time is not", () => {
  const settled = { ...withdrawal, value: 50_000, fee: 200, endToEndId: "E1" };
  expect(written(1, { type: "TimeReached" }, { type: "WithdrawalSettled", ...settled })).toEqual([
    "2026-03-02T12:00:10.000Z  • withdrawal settled  R$ 500,00  wdr_1",
  ]);
});

test("of many events of one type some are shown, and then where all are", () => {
  const lines = written(100, { type: "HoldReleased", companyId: "com_1", chargeId: "chg_1", amountCents: 100 });
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toContain("saldo tail shows all");
});
