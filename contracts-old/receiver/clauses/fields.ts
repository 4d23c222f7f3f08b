import type { Section } from "../../clauses/sections.ts";
import type { Json, JsonObject } from "../../description/json.ts";
import { withCustomer, withData } from "../drafts.ts";
import { documented, type LetterClause, recommended } from "../receiver-clause.ts";

const section: Section = "Resources and their fields: Webhook delivery payload";

/** What a charge event may leave open, and what may be added to it. */
export const fieldClauses: readonly LetterClause[] = [
  acknowledges("customer-null", "`customer` may be null.", { customer: null }),
  acknowledges("customer-absent", "`customer` may be absent.", { customer: undefined }),
  acknowledges("previous-status-null", "`previousStatus` may be null.", { previousStatus: null }),
  acknowledges("previous-status-absent", "`previousStatus` may be absent.", { previousStatus: undefined }),
  acknowledges("external-id-null", "`externalId` may be null.", { externalId: null }),
  acknowledges("paid-at-null", "`paidAt` may be null.", { paidAt: null }, "charge.pending"),
  acknowledges("expires-at-null", "`expiresAt` may be null.", { expiresAt: null }),
  {
    clause: recommended("fields.absent-for-null", section, "What may be null may be absent as well."),
    expects: "acknowledged",
    letters: (drafts) =>
      ["externalId", "paidAt", "expiresAt"].map((name) =>
        drafts.signed(withData(drafts.body("charge.pending"), { [name]: undefined }), `a charge without ${name}`),
      ),
  },
  {
    clause: recommended("fields.customer-incomplete", section, "A customer may lack some of its members."),
    expects: "acknowledged",
    letters: (drafts) => [
      drafts.signed(withCustomer(drafts.body("charge.paid"), { phone: undefined }), "a customer without a phone"),
      drafts.signed(withCustomer(drafts.body("charge.paid"), { email: undefined }), "a customer without an e-mail"),
    ],
  },
  {
    clause: recommended("fields.unknown", section, "Members that nobody has described are no reason to refuse a body."),
    expects: "acknowledged",
    letters: (drafts) => {
      const added: JsonObject = { addedLater: { list: [1, null, "a"], flag: true } };
      const body = () => drafts.body("charge.paid");
      return [
        drafts.signed({ ...body(), ...added }, "an unknown member of the body"),
        drafts.signed(withData(body(), added), "an unknown member of its data"),
        drafts.signed(withCustomer(body(), added), "an unknown member of its customer"),
      ];
    },
  },
];

function acknowledges(
  name: string,
  text: string,
  members: Readonly<Record<string, Json | undefined>>,
  event = "charge.paid",
): LetterClause {
  const [[member, value] = []] = Object.entries(members);
  const what = value === null ? `a charge whose ${member} is null` : `a charge without ${member}`;
  return {
    clause: documented(`fields.${name}`, section, text),
    expects: "acknowledged",
    letters: (drafts) => [drafts.signed(withData(drafts.body(event), members), what)],
  };
}
