import { type Instant, isoText } from "./instant.ts";
import { otpCode } from "./otp.ts";

/** An e-mail to a company's responsible person. It refers to a code by `issue`; only a fixed one is part of it. */
export interface Message {
  readonly messageId: string;
  readonly companyId: string;
  readonly withdrawId: string;
  readonly issue: number;
  readonly to: string;
  readonly sentAt: Instant;
  readonly expiresAt: Instant;
  readonly fixedCode?: string | undefined;
}

/** Returns the e-mail as the recipient reads it, for the mailbox and for SMTP. Nothing else shows a code. */
export function writtenMessage(seed: string, message: Message) {
  const { to, withdrawId, expiresAt } = message;
  const code = otpCode(seed, withdrawId, message);
  const text = `Your code to confirm withdrawal ${withdrawId} is ${code}. It is valid until ${isoText(expiresAt)}. If you did not ask for it, cancel the withdrawal.`;
  return { to, subject: "Your withdrawal code", text, otpCode: code };
}
