/** What a story needs beside the interface: a permission of the user, or something that only the outside world can do. */
export const capabilities = [
  "open",
  "settle",
  "webhooks",
  "codes",
  "receiver",
  "waiting",
  "make-charge",
  "pay-charge",
  "expire-charge",
  "dispute-charge",
  "authorize-subscription",
  "reject-subscription",
  "charge-subscription",
  "fail-subscription",
  "approve-withdrawal",
  "decline-withdrawal",
  "daily-withdrawal",
  "reactivate-webhook",
  "change-settings",
  "other-key",
] as const;
export type Capability = (typeof capabilities)[number];
