import { behaviourClauses } from "./assumptions/behaviours.ts";
import { commonStatusClauses } from "./assumptions/common-statuses.ts";
import { envelopeClauses } from "./assumptions/envelopes.ts";
import { fieldClauses } from "./assumptions/fields.ts";
import { moneyBehaviourClauses } from "./assumptions/money-behaviours.ts";
import { payloadClauses } from "./assumptions/payloads.ts";
import { refusalClauses } from "./assumptions/refusals.ts";
import { requestClauses } from "./assumptions/requests.ts";
import { statusClauses } from "./assumptions/statuses.ts";
import { webhookBehaviourClauses } from "./assumptions/webhook-behaviours.ts";
import type { Clause } from "./clause.ts";
import { otpClauses } from "./otp.ts";

const assumptions: readonly Clause[] = [
  ...statusClauses,
  ...commonStatusClauses,
  ...envelopeClauses,
  ...fieldClauses,
  ...refusalClauses,
  ...payloadClauses,
  ...requestClauses,
  ...behaviourClauses,
  ...moneyBehaviourClauses,
  ...webhookBehaviourClauses,
];

/** All of them, what is documented first; a report has this order. */
export const clauses: readonly Clause[] = [...otpClauses, ...assumptions];
