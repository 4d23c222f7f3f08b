import { authenticationClauses } from "./authentication.ts";
import { automaticClauses } from "./automatic.ts";
import { balanceClauses } from "./balance.ts";
import { cancellationClauses } from "./cancellation.ts";
import type { Clause } from "./clause.ts";
import { confirmationClauses } from "./confirmation.ts";
import { feeClauses } from "./fee.ts";
import { floorClauses } from "./floor.ts";
import { historyClauses } from "./history.ts";
import { holdsClauses } from "./holds.ts";
import { initiationClauses } from "./initiation.ts";
import { chargePayloadClauses } from "./charge-payload.ts";
import { deactivationClauses } from "./deactivation.ts";
import { deliveriesClauses } from "./deliveries.ts";
import { eventsClauses } from "./events.ts";
import { headersClauses } from "./headers.ts";
import { logClauses } from "./log.ts";
import { retriesClauses } from "./retries.ts";
import { signatureClauses } from "./signature.ts";
import { webhookUrlsClauses } from "./webhook-urls.ts";
import { webhooksClauses } from "./webhooks.ts";
import { otpClauses } from "./otp.ts";

/** All of them; a report has this order. */
export const clauses: readonly Clause[] = [
  ...balanceClauses,
  ...holdsClauses,
  ...initiationClauses,
  ...floorClauses,
  ...otpClauses,
  ...confirmationClauses,
  ...cancellationClauses,
  ...feeClauses,
  ...historyClauses,
  ...automaticClauses,
  ...authenticationClauses,
  ...webhooksClauses,
  ...webhookUrlsClauses,
  ...logClauses,
  ...deliveriesClauses,
  ...headersClauses,
  ...signatureClauses,
  ...eventsClauses,
  ...chargePayloadClauses,
  ...retriesClauses,
  ...deactivationClauses,
];
