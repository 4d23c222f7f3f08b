import { expect, test } from "vitest";
import type { Coverage } from "../spec/generated/control-api.ts";
import { coverageText, coverageXml } from "./coverage-report.ts";

const report: Coverage = {
  percent: 66,
  met: 2,
  total: 3,
  outcomes: [
    { operationId: "confirmWithdrawal", outcome: "code-accepted", count: 2 },
    { operationId: "confirmWithdrawal", outcome: "otp-expired", count: 0 },
  ],
  events: [{ event: "charge.paid", count: 1 }],
  faults: [],
};

test("the text of a full coverage has no list", () => {
  const full = { percent: 100, met: 1, total: 1, outcomes: [], events: report.events, faults: [] };
  expect(coverageText(full)).toBe("coverage  100 % (1 of 1)\nevents    1 of 1\n");
});

test("JUnit skips what was never met, and fails below the minimum", () => {
  const xml = coverageXml(report, "2026-03-02T12:00:00.000Z", 70);
  expect(xml).toContain('tests="4" failures="1" errors="0" skipped="1"');
  expect(xml).toContain('<failure message="66 % (2 of 3) were met" type="coverage">');
  expect(xml).toContain('name="outcome confirmWithdrawal otp-expired"');
  expect(coverageXml(report, "2026-03-02T12:00:00.000Z", 66)).toContain('failures="0"');
});
