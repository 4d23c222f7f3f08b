import type { Json, JsonObject } from "../../judge/json.ts";
import { type Drafts, withCustomer, withData } from "../drafts.ts";
import { type ReceiverClause, sends } from "../receiver-clause.ts";

const section = "Resources and their fields: Webhook delivery payload";

const unpaid = ["charge.pending", "charge.processing", "charge.expired"];

const added = { addedLater: { list: [1, null, "a"], flag: true } };

/** What a charge event may leave open, and what may be added to it. */
export const eventFieldClauses: readonly ReceiverClause[] = [
  ...sends(
    section,
    "documented",
    "acknowledged",
    mayLack("customer-null", { customer: null }),
    mayLack("customer-absent", { customer: undefined }),
    mayLack("previous-status-null", { previousStatus: null }),
    mayLack("previous-status-absent", { previousStatus: undefined }),
    mayLack("external-id-null", { externalId: null }),
    mayLack("expires-at-null", { expiresAt: null }),
  ),
  ...sends(
    section,
    "recommendation",
    "acknowledged",
    [
      "fields.absent-for-null",
      "A field that may be null may be absent as well.",
      (drafts) =>
        ["externalId", "paidAt", "expiresAt"].map((field) => {
          const body = drafts.body(drafts.chargeEvent(...unpaid));
          return drafts.signed(withData(body, { [field]: undefined }), `a charge without ${field}`);
        }),
    ],
    [
      "fields.customer-incomplete",
      "A customer may lack some of its fields.",
      (drafts) => [
        drafts.signed(withCustomer(charge(drafts), { phone: undefined }), "a customer without a phone"),
        drafts.signed(withCustomer(charge(drafts), { email: undefined }), "a customer without an e-mail"),
      ],
    ],
    [
      "fields.unknown",
      "The receiver accepts fields that are not described.",
      (drafts) => [
        drafts.signed({ ...charge(drafts), ...added }, "an unknown field of the body"),
        drafts.signed(withData(charge(drafts), added), "an unknown field of its data"),
        drafts.signed(withCustomer(charge(drafts), added), "an unknown field of its customer"),
      ],
    ],
  ),
];

function mayLack(name: string, fields: Readonly<Record<string, Json | undefined>>) {
  const [[field, value] = []] = Object.entries(fields);
  const what = value === null ? `a charge whose ${field} is null` : `a charge without ${field}`;
  const deliveries = (drafts: Drafts) => [drafts.signed(withData(charge(drafts), fields), what)];
  return [`fields.${name}`, `\`${field}\` may be ${value === null ? "null" : "absent"}.`, deliveries] as const;
}

function charge(drafts: Drafts): JsonObject {
  return drafts.body(drafts.chargeEvent());
}
