import * as requests from "../looks/request-looks.ts";
import * as webhooks from "../looks/webhook-looks.ts";
import * as withdrawals from "../looks/withdrawal-looks.ts";
import { assumption } from "../run/contract.ts";

assumption("fields.initiation", withdrawals.opened);
assumption("fields.fee-simulation", withdrawals.feeSimulated);
assumption("fields.confirmation", withdrawals.rightCodeAccepted);
assumption("fields.resend", withdrawals.codeResent);
assumption("fields.cancellation", withdrawals.cancellation);
assumption("fields.history", withdrawals.historyOfOneRead);
assumption("fields.webhook", webhooks.webhooksOfOneRead);
assumption("fields.webhook-creation", webhooks.webhookCreated);
assumption("fields.delivery-log", webhooks.logOfOneRead);
assumption("fields.webhook-test", webhooks.testTriggered);

assumption("refusal.value", withdrawals.valueBelowFloor, withdrawals.valueAboveBalance);
assumption("refusal.otp-code", withdrawals.wrongCodeRefused, withdrawals.expiredCodeRefused);
assumption("refusal.resend", withdrawals.earlyResendRefused, withdrawals.resendOfCancelledRefused);
assumption("refusal.withdrawal", withdrawals.unknownCancellationRefused, withdrawals.secondCancellationRefused);
assumption("refusal.webhook-creation", webhooks.forbiddenUrlRefused, webhooks.unheardOfEventRefused);
assumption("refusal.webhook", webhooks.unknownWebhookRefused);
assumption("refusal.request", requests.malformedRefused, requests.otherMethodRefused, requests.largeBodyRefused);
