import fc from "fast-check";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { counted } from "../../src/report/counted.ts";
import { money } from "../../src/report/money.ts";
import type { DrillStage } from "../stage.ts";
import { chosen, kind, nth, type StepKind } from "./step.ts";

/** Prices repeat, as in life: what takes two payments of one amount for one is wrong. */
const amounts = fc.oneof(fc.integer({ min: 1, max: 50_000 }), fc.constantFrom(4_990, 12_000));

/** Names of people and references as they come in life. */
const names = fc.constantFrom("Ana", "João Conceição", "Zoë Müller", "李雷", "Ana 🎂 Festas", `Bar "do Zé" & D'Ávila`);

/** What a charge is at once: whether it is made as a paid one, and what follows. */
const LIVES = {
  "paid, and charged back at once": [true, "chargeback"],
  "in processing": [false, "process"],
  "made, and paid at once": [false, "pay"],
  "made, and expires at once": [false, "expire"],
} as const satisfies Readonly<Record<string, readonly [boolean, "chargeback" | "process" | "pay" | "expire"]>>;
type Life = keyof typeof LIVES;

/** What customers and their banks do with charges and subscriptions. */
export const customerSteps: readonly StepKind[] = [
  kind(5, fc.record({ total: amounts, paid: fc.boolean(), name: names }), async (stage, { total, paid, name }) => {
    const order = { ...orderOf(name, total), ...(!paid && { expiresIn: "PT1H" }) };
    stage.charges.push(await charge(stage, order, paid));
    return `${name} ${paid ? "pays" : "gets"} a charge of ${money(total)}.`;
  }),
  kind(
    4,
    fc.record({ nth, what: fc.constantFrom("pay", "expire", "refund", "chargeback") }),
    async (stage, { nth, what }) => {
      const chargeId = chosen(stage.charges, nth);
      if (chargeId === undefined || !(await stage.could(stage.world.charges[what](chargeId)))) return null;
      await stage.clock.deliver();
      return {
        pay: "A charge is paid.",
        expire: "A charge expires.",
        refund: "A charge is refunded.",
        chargeback: "A charge is charged back.",
      }[what];
    },
  ),
  lifeStep(2, "paid, and charged back at once", "in processing"),
  subscriptionStep(fc.boolean()),
  kind(1, fc.record({ total: amounts, isSigned: fc.boolean() }), async (stage, { total, isSigned }) => {
    const paid = { chargeId: "chg_forged", paymentStatus: "PAID", total, customer: null };
    const status = await stage.forge("charge.paid", paid, isSigned ? `sha256=${"0".repeat(64)}` : null);
    if (status === null) return null;
    return `A stranger posts a charge.paid of ${money(total)}, ${isSigned ? "with a wrong" : "without a"} signature; the receiver answers ${status}.`;
  }),
];

/** Has an event of a charge told, and beside it another one of the same charge. */
export const provokingSteps: Readonly<Record<string, StepKind>> & { readonly "charge.paid": StepKind } = {
  "charge.pending": lifeStep(1, "made, and paid at once"),
  "charge.paid": lifeStep(1, "paid, and charged back at once", "made, and paid at once"),
  "charge.expired": lifeStep(1, "made, and expires at once"),
  "dispute.chargeback": lifeStep(1, "paid, and charged back at once"),
  "subscription.charge.paid": subscriptionStep(fc.constant(true)),
};

function subscriptionStep(isPaid: fc.Arbitrary<boolean>): StepKind {
  const drawn = fc.record({ amountCents: amounts, isPaid, times: fc.constantFrom(1, 2) });
  return kind(2, drawn, async (stage, { amountCents, isPaid, times }) => {
    const { subscriptionId } = await stage.world.subscriptions.create({ amountCents, interval: "P7D" });
    await stage.world.subscriptions.authorize(subscriptionId);
    for (let made = 0; made < times; made += 1) {
      await stage.world.subscriptions.charge(subscriptionId, { outcome: isPaid ? "PAID" : "FAILED" });
      await stage.clock.deliver();
    }
    const payments = `${counted(times, "payment")} ${isPaid ? "arrived" : "failed"}`;
    return `A subscription of ${money(amountCents)} a week is authorized; ${payments}.`;
  });
}

function lifeStep(weight: number, ...lives: readonly Life[]): StepKind {
  const drawn = fc.record({ total: amounts, name: names, life: fc.constantFrom(...lives) });
  return kind(weight, drawn, async (stage, { total, name, life }) => {
    const [paid, next] = LIVES[life];
    const chargeId = await charge(stage, orderOf(name, total), paid);
    await stage.world.charges[next](chargeId);
    await stage.clock.deliver();
    return `A charge of ${money(total)} for ${name} is ${life}.`;
  });
}

export function orderOf(name: string, total: number): Order {
  return { total, externalId: name, customer: { name } };
}

type Order = Parameters<SaldoWorld["charges"]["create"]>[0];

/** Two events of one instant come in an order that no seed decides, so that a charge is made, and paid after that. */
export async function charge(stage: DrillStage, order: Order, paid: boolean): Promise<string> {
  const { charges } = stage.world;
  const { chargeId } = await charges.create(order);
  await stage.clock.deliver();
  if (!paid) return chargeId;
  await charges.pay(chargeId);
  await stage.clock.deliver();
  return chargeId;
}
