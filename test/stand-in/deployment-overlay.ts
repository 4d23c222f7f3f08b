import { Description } from "../../contracts-old/description/description.ts";
import type { JsonObject } from "../../contracts-old/description/json.ts";
import type { OverlayChange } from "../../contracts-old/report/verdict.ts";

/** How the stand-in differs from what the description assumes: no envelope, and statuses of another taste. */
export function deploymentChanges(document: JsonObject): readonly OverlayChange[] {
  const description = new Description(document);
  const bare = operationIds.flatMap((operationId) =>
    description
      .operation(operationId)
      .responses.filter(({ schema }) => schema !== undefined)
      .flatMap(({ outcomes }) => outcomes)
      .map((outcome): OverlayChange => ({ what: "envelope", operationId, outcome, container: [] })),
  );
  const statuses = otherStatuses.map(
    ([operationId, outcome, status]): OverlayChange => ({ what: "status", operationId, outcome, status }),
  );
  return [...bare, ...statuses];
}

/** All whose envelope the document does not show. */
const operationIds = [
  "initiateWithdrawal",
  "simulateWithdrawalFee",
  "confirmWithdrawal",
  "resendOtp",
  "cancelWithdrawal",
  "listWithdrawals",
  "createWebhook",
  "listWebhooks",
  "listWebhookEvents",
  "listWebhookLogs",
  "testWebhook",
];

const otherStatuses = [
  ["initiateWithdrawal", "initiated", 200],
  ["initiateWithdrawal", "withdrawal-below-minimum", 400],
  ["confirmWithdrawal", "otp-incorrect", 401],
  ["confirmWithdrawal", "otp-expired", 410],
  ["confirmWithdrawal", "otp-blocked", 429],
  ["resendOtp", "otp-still-valid", 425],
  ["cancelWithdrawal", "withdrawal-not-cancellable", 422],
  ["createWebhook", "webhook-created", 200],
  ["createWebhook", "webhook-url-not-allowed", 400],
  ["testWebhook", "test-delivery-triggered", 200],
] as const;
