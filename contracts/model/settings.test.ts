import { expect, test } from "vitest";
import { orderOf } from "../trace/order.ts";
import { settingsFor } from "./settings.ts";
import { acted, balanceOf } from "./testing/told.ts";

test("a setting is not known any more once another order was not shown to be done", () => {
  const first = acted("change-settings", { withdrawalFee: 0, minimumWithdrawal: 101 });
  const between = balanceOf(1);
  const second = acted(
    "change-settings",
    { withdrawalFee: 317, minimumWithdrawal: 83 },
    { notShown: ["withdrawalFee"] },
  );
  const after = balanceOf(1);
  const trace = [first, between, second, after];
  const known = [between, after].map((call) => settingsFor(call, { trace, isBefore: orderOf(trace) }));
  // All of an order may be done later.
  expect(known).toEqual([{ withdrawalFee: 0, minimumWithdrawal: 101 }, {}]);
});
