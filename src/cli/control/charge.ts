import type { SaldoClient } from "../../client/saldo-client.ts";
import type { Charge } from "../../spec/generated/control-api.ts";
import { money } from "../money.ts";
import { centsIn } from "./cents.ts";
import { fields, table } from "./table.ts";
import { type Noun, type Verb, verb } from "./verb.ts";

type Charges = Awaited<ReturnType<SaldoClient["charges"]["list"]>>;

function chargeText({ chargeId, paymentStatus, total, hold, expiresAt }: Charge): string {
  const held = hold === null ? null : `${money(hold.amountCents)} until ${hold.releaseAt}, ${hold.status}`;
  return fields({ charge: chargeId, status: paymentStatus, total: money(total), held, expires: expiresAt });
}

function does(name: "pay" | "expire" | "refund" | "chargeback", text: string): Verb {
  return verb({
    usage: `${name} <chargeId>`,
    text,
    examples: [`${name} chg_6bbe3a0c2367a943b8490063`],
    run: ({ client, args: [chargeId = ""] }) => client.charges[name](chargeId),
    show: chargeText,
  });
}

interface CreateFlags {
  readonly paid?: true;
  readonly expiresIn?: string;
  readonly externalId?: string;
}

/** `saldo charge` */
export const chargeNoun: Noun = {
  name: "charge",
  text: "do what customers do with charges",
  usual: "list",
  verbs: [
    verb({
      usage: "list",
      text: "list the charges of the company, newest first",
      examples: ["list"],
      run: ({ client }) => client.charges.list(),
      show: ({ charges }: Charges) =>
        table<Charge>(
          charges,
          [
            ["CHARGE", ({ chargeId }) => chargeId],
            ["STATUS", ({ paymentStatus }) => paymentStatus],
            ["TOTAL", ({ total }) => money(total)],
            ["HELD", ({ hold }) => (hold === null ? null : `${money(hold.amountCents)} until ${hold.releaseAt}`)],
            ["CREATED", ({ createdAt }) => createdAt],
          ],
          "No charges.",
        ),
    }),
    verb<Charge, CreateFlags>({
      usage: "create <cents>",
      text: "create a charge; the amount is in cents",
      options: [
        ["--paid", null, "pay it at once"],
        ["--expires-in <duration>", null, "let it expire after a duration, such as P1D"],
        ["--external-id <text>", null, "your own name for it"],
      ],
      examples: ["create 80000 --paid                          a customer pays R$ 800.00"],
      run: ({ client, args: [cents = ""], flags: { paid = false, expiresIn, externalId } }) =>
        client.charges.create({
          total: centsIn(cents),
          paid,
          ...(expiresIn !== undefined && { expiresIn }),
          ...(externalId !== undefined && { externalId }),
        }),
      show: chargeText,
    }),
    does("pay", "pay a charge as its customer"),
    does("expire", "let a pending charge expire now"),
    does("refund", "refund a paid charge"),
    does("chargeback", "charge a paid charge back"),
  ],
};
