import { behaviourClauses } from "./assumptions/behaviours.ts";
import { commonStatusClauses } from "./assumptions/common-statuses.ts";
import { envelopeClauses } from "./assumptions/envelopes.ts";
import { fieldClauses } from "./assumptions/fields.ts";
import { payloadClauses } from "./assumptions/payloads.ts";
import { refusalClauses } from "./assumptions/refusals.ts";
import { requestClauses } from "./assumptions/requests.ts";
import { statusClauses } from "./assumptions/statuses.ts";
import { webhookBehaviourClauses } from "./assumptions/webhook-behaviours.ts";
import { authenticationClauses } from "./authentication.ts";
import { balanceClauses } from "./balance.ts";
import { chargePayloadClauses } from "./charge-payload.ts";
import type { Clause } from "./clause.ts";
import { confirmationClauses } from "./confirmation.ts";
import { deliveriesClauses } from "./deliveries.ts";
import { eventsClauses } from "./events.ts";
import { initiationClauses } from "./initiation.ts";
import { otpClauses } from "./otp.ts";
import { retriesClauses } from "./retries.ts";
import { webhookUrlsClauses } from "./webhook-urls.ts";
import { webhooksClauses } from "./webhooks.ts";
import { withdrawalsClauses } from "./withdrawals.ts";

/** All of them, the documented ones first; a report has this order. */
export const clauses: readonly Clause[] = [
  ...balanceClauses,
  ...initiationClauses,
  ...otpClauses,
  ...confirmationClauses,
  ...withdrawalsClauses,
  ...authenticationClauses,
  ...webhooksClauses,
  ...webhookUrlsClauses,
  ...eventsClauses,
  ...deliveriesClauses,
  ...chargePayloadClauses,
  ...retriesClauses,
  ...statusClauses,
  ...commonStatusClauses,
  ...envelopeClauses,
  ...fieldClauses,
  ...refusalClauses,
  ...requestClauses,
  ...payloadClauses,
  ...behaviourClauses,
  ...webhookBehaviourClauses,
];

const byId: ReadonlyMap<string, Clause> = new Map(clauses.map((clause) => [clause.id, clause]));

/** The clause with this id, if there is one. */
export function clauseOf(id: string): Clause | undefined {
  return byId.get(id);
}
