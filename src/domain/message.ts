import type { Instant } from "./instant.ts";

/** An e-mail to a company's responsible person. It refers to a code (`issue` of the withdrawal's) and does not hold it. */
export interface Message {
  readonly messageId: string;
  readonly companyId: string;
  readonly withdrawId: string;
  readonly issue: number;
  readonly to: string;
  readonly sentAt: Instant;
  readonly expiresAt: Instant;
}
