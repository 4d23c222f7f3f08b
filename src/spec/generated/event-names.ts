// Generated from openapi/interface.yaml by scripts/build-specs.ts. Do not edit.

/** The events that a webhook can select, as `GET /webhook/events` lists them. */
export const selectableEvents = ["charge.pending","charge.processing","charge.paid","charge.expired","charge.received","subscription.authorized","subscription.rejected","subscription.charge.paid","subscription.charge.failed","withdraw.completed","dispute.chargeback"] as const;

/** Those of them that are not reserved. */
export const firedEvents = ["charge.pending","charge.processing","charge.paid","charge.expired","subscription.authorized","subscription.rejected","subscription.charge.paid","subscription.charge.failed","withdraw.completed","dispute.chargeback"] as const;
