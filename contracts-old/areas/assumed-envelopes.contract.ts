import * as webhooks from "../looks/webhook-looks.ts";
import * as withdrawals from "../looks/withdrawal-looks.ts";
import { assumption } from "../run/contract.ts";

assumption("envelope.initiation", withdrawals.opened);
assumption("envelope.fee-simulation", withdrawals.feeSimulated);
assumption("envelope.confirmation", withdrawals.rightCodeAccepted);
assumption("envelope.resend", withdrawals.codeResent);
assumption("envelope.cancellation", withdrawals.cancellation);
assumption("envelope.history", withdrawals.historyRead);
assumption("envelope.webhook-creation", webhooks.webhookCreated);
assumption("envelope.webhook-list", webhooks.webhooksRead);
assumption("envelope.webhook-events", webhooks.eventsRead);
assumption("envelope.delivery-log", webhooks.logRead);
assumption("envelope.webhook-test", webhooks.testTriggered);
