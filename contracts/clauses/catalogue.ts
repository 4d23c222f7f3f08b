import { behaviourClauses } from "./assumptions/behaviours.ts";
import { envelopeClauses } from "./assumptions/envelopes.ts";
import { fieldClauses } from "./assumptions/fields.ts";
import { moneyBehaviourClauses } from "./assumptions/money-behaviours.ts";
import { payloadClauses } from "./assumptions/payloads.ts";
import { refusalClauses } from "./assumptions/refusals.ts";
import { requestClauses } from "./assumptions/requests.ts";
import { statusClauses } from "./assumptions/statuses.ts";
import { webhookBehaviourClauses } from "./assumptions/webhook-behaviours.ts";
import { authenticationClauses } from "./authentication.ts";
import { automaticClauses } from "./automatic.ts";
import { balanceClauses } from "./balance.ts";
import { cancellationClauses } from "./cancellation.ts";
import { chargePayloadClauses } from "./charge-payload.ts";
import type { Clause } from "./clause.ts";
import { confirmationClauses } from "./confirmation.ts";
import { deactivationClauses } from "./deactivation.ts";
import { deliveriesClauses } from "./deliveries.ts";
import { eventsClauses } from "./events.ts";
import { feeClauses } from "./fee.ts";
import { floorClauses } from "./floor.ts";
import { headersClauses } from "./headers.ts";
import { historyClauses } from "./history.ts";
import { holdsClauses } from "./holds.ts";
import { initiationClauses } from "./initiation.ts";
import { logClauses } from "./log.ts";
import { moneyClauses } from "./money.ts";
import { otpClauses } from "./otp.ts";
import { otpResendClauses } from "./otp-resend.ts";
import { retriesClauses } from "./retries.ts";
import { signatureClauses } from "./signature.ts";
import { webhookSelectionClauses } from "./webhook-selection.ts";
import { webhookUrlsClauses } from "./webhook-urls.ts";
import { webhooksClauses } from "./webhooks.ts";

/** All of them, what is documented first; a report has this order. */
export const clauses: readonly Clause[] = [
  ...balanceClauses,
  ...holdsClauses,
  ...initiationClauses,
  ...floorClauses,
  ...otpClauses,
  ...otpResendClauses,
  ...confirmationClauses,
  ...cancellationClauses,
  ...feeClauses,
  ...moneyClauses,
  ...historyClauses,
  ...automaticClauses,
  ...authenticationClauses,
  ...webhooksClauses,
  ...webhookSelectionClauses,
  ...webhookUrlsClauses,
  ...logClauses,
  ...deliveriesClauses,
  ...headersClauses,
  ...signatureClauses,
  ...eventsClauses,
  ...chargePayloadClauses,
  ...retriesClauses,
  ...deactivationClauses,
  ...statusClauses,
  ...envelopeClauses,
  ...fieldClauses,
  ...refusalClauses,
  ...payloadClauses,
  ...requestClauses,
  ...behaviourClauses,
  ...moneyBehaviourClauses,
  ...webhookBehaviourClauses,
];
