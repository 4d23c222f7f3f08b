import fc from "fast-check";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { money } from "../../src/report/money.ts";
import { charge, orderOf } from "./customers.ts";
import { reviewing } from "./platform.ts";
import { kind, nothing, type StepKind } from "./step.ts";

/** Thousands need a separator; floats of 32 bits, and then integers of 32 bits, cannot hold the others. */
const largeAmounts = fc.oneof(
  fc.integer({ min: 100_000, max: 9_999_999 }),
  fc.integer({ min: 2 ** 25, max: 2 ** 26 }),
  fc.integer({ min: 2 ** 31, max: 2 ** 33 }),
);

/** A withdrawal that was approved, and fails at the bank. */
export const REFUSED = "approved, then refused";

/** A withdrawal that waits for people, who cancel it. */
export const CANCELLED = "under way, then cancelled";

/** What single bugs need and chance hardly ever brings. Some worlds begin so. */
export const situations: Readonly<Record<string, StepKind>> = {
  [REFUSED]: kind(1, nothing, async (stage) => {
    await stage.change({ settlement: { outcome: "FAILED", delay: "PT10S" } });
    return "From now on the bank refuses withdrawals after 10 s.";
  }),
  [CANCELLED]: reviewing(1),
  // More than a page shows, and than a receiver with little memory remembers.
  "many withdrawals": kind(1, fc.integer({ min: 21, max: 23 }), async (stage, count) => {
    stage.charges.push(await charge(stage, { total: 4_300 }, true));
    for (let made = 0; made < count; made += 1) {
      const withdrawId = await stage.openByHand(471 + made);
      if (withdrawId !== null) await stage.confirmByHand(withdrawId);
    }
    await stage.clock.pass(11_000);
    return `A charge of ${money(4_300)} is paid; then a colleague makes ${count} withdrawals by hand.`;
  }),
  "little money": kind(1, fc.integer({ min: 500, max: 20_000 }), async (stage, left) => {
    const { available } = (await carriedOut(stage.world.control.GET("/ledger", {}))).accounts;
    const withdrawId = available - left < 1_000 ? null : await stage.openByHand(available - left);
    if (withdrawId === null) return null;
    await stage.confirmByHand(withdrawId);
    return `A colleague withdraws all but ${money(left)} by hand.`;
  }),
  // Alike in all but their identifiers.
  "payments of one moment": kind(1, fc.boolean(), async (stage, isChargedBack) => {
    const { charges } = stage.world;
    const order = orderOf("Ana", 1_700);
    const made = await Promise.all([charges.create(order), charges.create(order)]);
    for (const happens of isChargedBack ? (["pay", "chargeback"] as const) : (["pay"] as const)) {
      await stage.clock.deliver();
      for (const { chargeId } of made) await charges[happens](chargeId);
    }
    await stage.clock.deliver();
    const later = isChargedBack ? ", and both are charged back" : "";
    return `Two charges of ${money(order.total)} for Ana are paid at the same moment${later}.`;
  }),
  "large amounts": kind(1, largeAmounts, async (stage, total) => {
    stage.charges.push(await charge(stage, { total }, true));
    return `A charge of ${money(total)} is paid.`;
  }),
};
