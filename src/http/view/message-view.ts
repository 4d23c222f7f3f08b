import type { Message } from "../../domain/message.ts";
import { otpCode } from "../../domain/otp.ts";
import type { World } from "../../domain/world.ts";
import { isoInstant } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

/** An e-mail as its recipient reads it; the one place where a code can be seen. */
export interface MessageView {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly withdrawId: string;
  readonly otpCode: string;
  readonly sentAt: string;
  readonly expiresAt: string;
}

export const messageShape: ShapeOf<MessageView> = {
  messageId: true,
  to: true,
  subject: true,
  text: true,
  withdrawId: true,
  otpCode: true,
  sentAt: true,
  expiresAt: true,
};

export function messageView(
  world: Readonly<World>,
  { messageId, to, withdrawId, issue, ...message }: Message,
): MessageView {
  const code = otpCode(world.seed, withdrawId, issue);
  const sentAt = isoInstant(message.sentAt);
  const expiresAt = isoInstant(message.expiresAt);
  const text = `Your code to confirm withdrawal ${withdrawId} is ${code}. It is valid until ${expiresAt}. If you did not ask for it, cancel the withdrawal.`;
  return { messageId, to, subject: "Your withdrawal code", text, withdrawId, otpCode: code, sentAt, expiresAt };
}
