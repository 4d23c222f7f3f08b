import fc from "fast-check";
import { money } from "../../src/report/money.ts";
import { chosen, kind, names, nth, type StepKind } from "./step.ts";

const amounts = fc.integer({ min: 100, max: 50_000 });

/** What customers and their banks do with charges and subscriptions. */
export const customerSteps: readonly StepKind[] = [
  kind(5, fc.record({ total: amounts, paid: fc.boolean(), name: names }), async (stage, { total, paid, name }) => {
    const order = { total, paid, externalId: name, customer: { name }, ...(!paid && { expiresIn: "PT1H" }) };
    const { chargeId } = await stage.world.charges.create(order);
    stage.charges.push(chargeId);
    await stage.deliver();
    return `${name} ${paid ? "pays" : "gets"} a charge of ${money(total)}.`;
  }),
  kind(
    4,
    fc.record({ nth, what: fc.constantFrom("pay", "expire", "refund", "chargeback") }),
    async (stage, { nth, what }) => {
      const chargeId = chosen(stage.charges, nth);
      if (chargeId === undefined || !(await stage.could(() => stage.world.charges[what](chargeId)))) return null;
      await stage.deliver();
      return {
        pay: "A charge is paid.",
        expire: "A charge expires.",
        refund: "A charge is refunded.",
        chargeback: "A charge is charged back.",
      }[what];
    },
  ),
  kind(2, fc.record({ total: amounts, paid: fc.boolean() }), async (stage, { total, paid }) => {
    const { chargeId } = await stage.world.charges.create({ total, paid });
    await stage.world.charges[paid ? "chargeback" : "process"](chargeId);
    await stage.deliver();
    return `A charge of ${money(total)} is ${paid ? "paid, and charged back at once" : "in processing"}.`;
  }),
  kind(1, fc.record({ amountCents: amounts, isPaid: fc.boolean() }), async (stage, { amountCents, isPaid }) => {
    const { subscriptionId } = await stage.world.subscriptions.create({ amountCents, interval: "P7D" });
    await stage.world.subscriptions.authorize(subscriptionId);
    await stage.world.subscriptions.charge(subscriptionId, { outcome: isPaid ? "PAID" : "FAILED" });
    await stage.deliver();
    return `A subscription of ${money(amountCents)} a week is authorized; its payment ${isPaid ? "arrives" : "fails"}.`;
  }),
  kind(1, fc.record({ total: amounts, isSigned: fc.boolean() }), async (stage, { total, isSigned }) => {
    const paid = { chargeId: "chg_forged", paymentStatus: "PAID", total, customer: null };
    const status = await stage.forge("charge.paid", paid, isSigned ? `sha256=${"0".repeat(64)}` : null);
    if (status === null) return null;
    return `A stranger posts a charge.paid of ${money(total)}, ${isSigned ? "with a wrong" : "without a"} signature; the receiver answers ${status}.`;
  }),
];
