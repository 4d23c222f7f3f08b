/** The headings of the platform's document, without their parentheses; one below another is told with both. */
const sections = [
  "What the service does",
  "Resources and their fields: Response envelope",
  "Resources and their fields: Balance",
  "Resources and their fields: Reserve hold",
  "Resources and their fields: Withdrawal",
  "Resources and their fields: Withdrawal fee simulation",
  "Resources and their fields: Webhook",
  "Resources and their fields: Webhook delivery payload",
  "Resources and their fields: Delivery log entry",
  "States and transitions: Withdrawal",
  "States and transitions: Charge",
  "States and transitions: Reserve hold",
  "States and transitions: Webhook",
  "Endpoints",
  "Authentication",
  "Events",
  "Events: Event names",
  "Events: Delivery headers",
  "Events: Delivery attempts",
  "Errors",
  "Limits",
  "Versioning",
] as const;

export type Section = (typeof sections)[number];
