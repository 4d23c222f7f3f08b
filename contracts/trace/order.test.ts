import { expect, test } from "vitest";
import { called } from "../model/testing/told.ts";
import { inOrderOfEffect } from "./order.ts";

const confirmation = (status: number) => called("confirmWithdrawal", {}, status);

test("of two equal requests under way at once, the one that succeeded came first", () => {
  const failed = confirmation(409);
  const succeeded = { ...confirmation(200), askedAt: failed.askedAt };
  expect(inOrderOfEffect([failed, succeeded])).toEqual([succeeded, failed]);
});

test("a request that failed before an equal one was made stays before it", () => {
  const failed = confirmation(409);
  const succeeded = confirmation(200);
  expect(inOrderOfEffect([succeeded, failed])).toEqual([failed, succeeded]);
});
