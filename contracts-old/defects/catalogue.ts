import { authenticationDefects } from "./authentication.ts";
import { balanceDefects } from "./balance.ts";
import { chargePayloadDefects } from "./charge-payload.ts";
import { confirmationDefects } from "./confirmation.ts";
import { deactivationDefects } from "./deactivation.ts";
import type { Defect } from "./defect.ts";
import { deliveriesDefects } from "./deliveries.ts";
import { eventsDefects } from "./events.ts";
import { headersDefects } from "./headers.ts";
import { historyDefects } from "./history.ts";
import { initiationDefects } from "./initiation.ts";
import { otpDefects } from "./otp.ts";
import { otpResendDefects } from "./otp-resend.ts";
import { retriesDefects } from "./retries.ts";
import { signatureDefects } from "./signature.ts";
import { webhookUrlsDefects } from "./webhook-urls.ts";
import { webhooksDefects } from "./webhooks.ts";

export const defects: readonly Defect[] = [
  ...balanceDefects,
  ...initiationDefects,
  ...otpDefects,
  ...otpResendDefects,
  ...confirmationDefects,
  ...historyDefects,
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
