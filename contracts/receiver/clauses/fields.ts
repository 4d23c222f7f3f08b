import { type Drafts, withCustomer, withData } from "../drafts.ts";
import type { DeliveryClause } from "../receiver-clause.ts";

const section = "Resources and their fields: Webhook delivery payload";

const unpaid = ["charge.pending", "charge.processing", "charge.expired"];

/** Fields that a charge event may lack, in the words of the document. */
const fieldsThatMayLack: readonly (readonly [field: string, how: "null" | "absent"])[] = [
  ["customer", "null"],
  ["customer", "absent"],
  ["previousStatus", "null"],
  ["previousStatus", "absent"],
  ["externalId", "null"],
  ["expiresAt", "null"],
];

/** What a charge event may leave open, and what may be added to it. */
export const fieldClauses: readonly DeliveryClause[] = [
  ...fieldsThatMayLack.map(lacking),
  {
    id: "fields.absent-for-null",
    section,
    kind: "recommendation",
    text: "A field that may be null may be absent as well.",
    expects: "acknowledged",
    deliveries: (drafts) =>
      ["externalId", "paidAt", "expiresAt"].map((field) => {
        const body = drafts.body(drafts.chargeEvent(...unpaid));
        return drafts.signed(withData(body, { [field]: undefined }), `a charge without ${field}`);
      }),
  },
  {
    id: "fields.customer-incomplete",
    section,
    kind: "recommendation",
    text: "A customer may lack some of its fields.",
    expects: "acknowledged",
    deliveries: (drafts) => [
      drafts.signed(withCustomer(charge(drafts), { phone: undefined }), "a customer without a phone"),
      drafts.signed(withCustomer(charge(drafts), { email: undefined }), "a customer without an e-mail"),
    ],
  },
  {
    id: "fields.unknown",
    section,
    kind: "recommendation",
    text: "The receiver accepts fields that nobody has described.",
    expects: "acknowledged",
    deliveries: (drafts) => {
      const added = { addedLater: { list: [1, null, "a"], flag: true } };
      return [
        drafts.signed({ ...charge(drafts), ...added }, "an unknown field of the body"),
        drafts.signed(withData(charge(drafts), added), "an unknown field of its data"),
        drafts.signed(withCustomer(charge(drafts), added), "an unknown field of its customer"),
      ];
    },
  },
];

function lacking([field, how]: (typeof fieldsThatMayLack)[number]): DeliveryClause {
  const id = `fields.${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${how}`;
  const value = how === "null" ? null : undefined;
  const what = how === "null" ? `a charge whose ${field} is null` : `a charge without ${field}`;
  return {
    id,
    section,
    kind: "documented",
    text: `\`${field}\` may be ${how}.`,
    expects: "acknowledged",
    deliveries: (drafts) => [drafts.signed(withData(charge(drafts), { [field]: value }), what)],
  };
}

function charge(drafts: Drafts) {
  return drafts.body(drafts.chargeEvent());
}
