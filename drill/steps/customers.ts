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
  kind(2, amounts, async (stage, total) => {
    const { chargeId } = await stage.world.charges.create({ total, paid: true });
    await stage.world.charges.chargeback(chargeId);
    await stage.deliver();
    return `A charge of ${money(total)} is paid, and charged back at once.`;
  }),
  kind(1, amounts, async (stage, amountCents) => {
    const { subscriptionId } = await stage.world.subscriptions.create({ amountCents, interval: "P7D" });
    await stage.world.subscriptions.authorize(subscriptionId);
    await stage.world.subscriptions.charge(subscriptionId);
    await stage.deliver();
    return `A subscription of ${money(amountCents)} a week is authorized and paid.`;
  }),
];
