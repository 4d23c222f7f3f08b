import fc from "fast-check";
import { money } from "../../src/report/money.ts";
import { chosen, kind, nothing, nth, type Step, type StepKind } from "./step.ts";

/** What the bank, the super admin, and people of the company do. */
export const platformSteps: readonly StepKind[] = [
  kind(
    3,
    fc.record({
      outcome: fc.constantFrom("FAILED", "MANUAL", "CONFIRMED"),
      delay: fc.constantFrom("PT10S", "PT0S", "PT6H"),
    }),
    async (stage, settlement) => {
      await stage.change({ settlement });
      const after = { PT10S: "after 10 s", PT0S: "at once", PT6H: "after 6 hours" }[settlement.delay];
      const does = { FAILED: `refuses withdrawals ${after}`, CONFIRMED: `pays ${after}`, MANUAL: "does not answer" };
      return `From now on the bank ${does[settlement.outcome]}.`;
    },
  ),
  kind(1, fc.record({ nth, isPaid: fc.boolean() }), async (stage, { nth, isPaid }) => {
    const withdrawal = chosen(await stage.withdrawals("APPROVED"), nth);
    if (withdrawal === undefined) return null;
    await stage.world.withdrawals.settle(withdrawal.withdrawId, { outcome: isPaid ? "CONFIRMED" : "FAILED" });
    await stage.clock.deliver();
    return `The bank ${isPaid ? "pays" : "refuses"} a withdrawal of ${money(withdrawal.value)}.`;
  }),
  reviewing(2),
  kind(1, fc.record({ nth, isApproved: fc.boolean() }), async (stage, { nth, isApproved }) => {
    const withdrawal = chosen(await stage.withdrawals("PENDING_REVIEW"), nth);
    if (withdrawal === undefined) return null;
    await stage.world.withdrawals[isApproved ? "approve" : "decline"](withdrawal.withdrawId);
    return `The super admin ${isApproved ? "approves" : "declines"} a withdrawal of ${money(withdrawal.value)}.`;
  }),
  kind(1, fc.constantFrom("06:00", "00:00", "12:01"), async (stage, at) => {
    await stage.world.company.change({ automaticWithdrawal: { at } });
    return `From now on the whole balance is withdrawn every day at ${at}.`;
  }),
  kind(1, fc.constantFrom(0, 137, 350), async (stage, withdrawalFee) => {
    await stage.change({ withdrawalFee });
    return `From now on the fee of a withdrawal is ${money(withdrawalFee)}.`;
  }),
  kind(
    2,
    fc.record({ value: fc.integer({ min: 471, max: 499 }), end: fc.constantFrom("cancelled", "confirmed", "open") }),
    async (stage, { value, end }) => {
      const withdrawId = await stage.openByHand(value);
      if (withdrawId === null) return null;
      if (end === "cancelled") await stage.cancelByHand(withdrawId);
      if (end === "confirmed") await stage.confirmByHand(withdrawId);
      return `A colleague makes a withdrawal of ${money(value)} by hand${end === "open" ? " and leaves it open" : `; it is ${end}`}.`;
    },
  ),
  kind(1, nothing, async (stage) => ((await stage.clock.reactivate()) ? "The webhook is reactivated." : null)),
];

export function reviewing(weight: number): StepKind {
  return kind(weight, nothing, async (stage) => {
    await stage.change({ manualApproval: true });
    return "From now on the super admin reviews withdrawals.";
  });
}

/** People cancel what waits for them: a withdrawal in review, or one that waits for its code. */
export const cancelling: Step = async (stage) => {
  const [reviewed] = await stage.withdrawals("PENDING_REVIEW");
  if (reviewed !== undefined) {
    await stage.world.withdrawals.decline(reviewed.withdrawId);
    return `The super admin declines a withdrawal of ${money(reviewed.value)}.`;
  }
  const [open] = await stage.withdrawals("CREATED");
  if (open === undefined || !(await stage.cancelByHand(open.withdrawId))) return null;
  return `A colleague cancels the open withdrawal of ${money(open.value)} by hand.`;
};
