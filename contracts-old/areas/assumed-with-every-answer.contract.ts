import * as requests from "../looks/request-looks.ts";
import * as webhooks from "../looks/webhook-looks.ts";
import * as withdrawals from "../looks/withdrawal-looks.ts";
import { assumption } from "../run/contract.ts";

// What many answers have in common: this file is the last one, so that all of them have been seen.
assumption("envelope.status-and-message", withdrawals.historyRead, requests.strangerRefused);
assumption("refusal.code", requests.strangerRefused);

assumption(
  "envelope.refusal",
  requests.strangerRefused,
  requests.malformedRefused,
  requests.otherMethodRefused,
  requests.largeBodyRefused,
  withdrawals.valueBelowFloor,
  withdrawals.secondRefused,
  withdrawals.wrongCodeRefused,
  withdrawals.earlyResendRefused,
  withdrawals.secondCancellationRefused,
  withdrawals.unknownCancellationRefused,
  webhooks.forbiddenUrlRefused,
  webhooks.unheardOfEventRefused,
  webhooks.unknownWebhookRefused,
);
