import * as notifications from "../looks/notification-looks.ts";
import * as paths from "../looks/path-looks.ts";
import * as webhooks from "../looks/webhook-looks.ts";
import { assumption } from "../run/contract.ts";

assumption("request.fee-simulation-value", paths.amountSimulated);
assumption("request.webhook-creation", paths.webhookMade);
assumption("path.webhook-list", paths.webhooksFound);
assumption("path.webhook-update", webhooks.replacementRefused, webhooks.updateRefused);
assumption("path.webhook-deletion", webhooks.deletionRefused);

assumption("payload.subscription", notifications.subscriptionsTold);
assumption("payload.subscription-charge-paid", notifications.subscriptionsTold);
assumption("payload.subscription-charge-failed", notifications.subscriptionsTold);
assumption("payload.withdraw-completed", notifications.withdrawalTold);
assumption("payload.dispute-chargeback", notifications.chargebackTold);
assumption("payload.customer", notifications.subscriptionsTold, notifications.chargebackTold);
assumption("payload.webhook-test", notifications.testTold);
