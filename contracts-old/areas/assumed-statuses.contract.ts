import * as requests from "../looks/request-looks.ts";
import * as webhooks from "../looks/webhook-looks.ts";
import * as withdrawals from "../looks/withdrawal-looks.ts";
import { assumption } from "../run/contract.ts";

assumption("status.balance-read", withdrawals.balanceRead);
assumption("status.initiated", withdrawals.opened);
assumption("status.value-refused", withdrawals.valueBelowFloor, withdrawals.valueAboveBalance);
assumption("status.fee-simulated", withdrawals.feeSimulated);
assumption("status.code-accepted", withdrawals.rightCodeAccepted);
assumption("status.not-awaiting-code", withdrawals.codeOfCancelledRefused);
assumption("status.code-refused", withdrawals.wrongCodeRefused, withdrawals.expiredCodeRefused);
assumption("status.code-blocked", withdrawals.blockedCodeRefused);
assumption("status.code-resent", withdrawals.codeResent);
assumption("status.resend-refused", withdrawals.earlyResendRefused, withdrawals.resendOfCancelledRefused);
assumption("status.cancelled", withdrawals.cancellation);
assumption("status.not-cancellable", withdrawals.secondCancellationRefused);
assumption(
  "status.withdrawal-unknown",
  withdrawals.unknownCancellationRefused,
  withdrawals.unknownResendRefused,
  withdrawals.unknownConfirmationRefused,
);
assumption("status.withdrawals-listed", withdrawals.historyRead);

assumption("status.webhook-created", webhooks.webhookCreated);
assumption("status.webhook-refused", webhooks.forbiddenUrlRefused, webhooks.unheardOfEventRefused);
assumption("status.webhooks-listed", webhooks.webhooksRead);
assumption("status.webhook-events-listed", webhooks.eventsRead);
assumption("status.delivery-log-listed", webhooks.logRead);
assumption("status.webhook-unknown", webhooks.unknownWebhookRefused);
assumption("status.test-delivery-triggered", webhooks.testTriggered);
assumption("status.webhook-inactive", webhooks.testOfInactiveRefused);
assumption(
  "status.not-allowed-with-api-key",
  webhooks.replacementRefused,
  webhooks.updateRefused,
  webhooks.deletionRefused,
);

assumption("status.request-malformed", requests.malformedRefused);
assumption("status.unauthorized", requests.strangerRefused);
assumption("status.route-unknown", requests.unknownPathRefused);
assumption("status.method-not-allowed", requests.otherMethodRefused);
assumption("status.body-too-large", requests.largeBodyRefused);
assumption("status.media-type-unsupported", requests.otherMediaTypeRefused);
assumption("status.headers-too-large", requests.largeHeadersRefused);
assumption("status.misdirected-or-late", requests.neitherMisdirectedNorLate);
assumption("status.server-trouble", requests.nothingFails);
