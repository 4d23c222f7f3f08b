import { authenticationDefects } from "../clauses/authentication.defects.ts";
import { balanceDefects } from "../clauses/balance.defects.ts";
import { chargePayloadDefects } from "../clauses/charge-payload.defects.ts";
import { confirmationDefects } from "../clauses/confirmation.defects.ts";
import { deactivationDefects } from "../clauses/deactivation.defects.ts";
import { deliveriesDefects } from "../clauses/deliveries.defects.ts";
import { eventsDefects } from "../clauses/events.defects.ts";
import { headersDefects } from "../clauses/headers.defects.ts";
import { historyDefects } from "../clauses/history.defects.ts";
import { initiationDefects } from "../clauses/initiation.defects.ts";
import { moneyDefects } from "../clauses/money.defects.ts";
import { otpDefects } from "../clauses/otp.defects.ts";
import { otpResendDefects } from "../clauses/otp-resend.defects.ts";
import { retriesDefects } from "../clauses/retries.defects.ts";
import { signatureDefects } from "../clauses/signature.defects.ts";
import { webhookUrlsDefects } from "../clauses/webhook-urls.defects.ts";
import { webhooksDefects } from "../clauses/webhooks.defects.ts";
import type { Defect } from "./defect.ts";

export const defects: readonly Defect[] = [
  ...balanceDefects,
  ...initiationDefects,
  ...otpDefects,
  ...otpResendDefects,
  ...confirmationDefects,
  ...historyDefects,
  ...moneyDefects,
  ...authenticationDefects,
  ...webhooksDefects,
  ...webhookUrlsDefects,
  ...eventsDefects,
  ...deliveriesDefects,
  ...headersDefects,
  ...signatureDefects,
  ...chargePayloadDefects,
  ...retriesDefects,
  ...deactivationDefects,
];
