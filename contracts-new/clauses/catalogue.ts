import type { Clause } from "./clause.ts";
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
  ...otpClauses,
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
