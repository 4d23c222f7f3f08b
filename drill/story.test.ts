import { expect, test } from "vitest";
import { storyLines } from "./story.ts";

test("equal lines that follow each other are told once, with their number", () => {
  const read = "GET /account-balance/withdrawals: 200 (withdrawals-listed)";
  const happened = [read, read, read, "GET /account-balance: 200 (balance-read)", read];
  expect(storyLines([{ at: "2027-01-01T01:05:00.000Z", text: "All is quiet.", happened }])).toEqual([
    "1. 2027-01-01 01:05:00  All is quiet.",
    `     ${read}, 3 times`,
    "     GET /account-balance: 200 (balance-read)",
    `     ${read}`,
  ]);
});
