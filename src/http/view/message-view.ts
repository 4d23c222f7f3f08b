import { type Message, writtenMessage } from "../../domain/message.ts";
import type { World } from "../../domain/world.ts";
import { isoInstant } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const messageShape = {
  messageId: true,
  to: true,
  subject: true,
  text: true,
  withdrawId: true,
  otpCode: true,
  sentAt: true,
  expiresAt: true,
} as const satisfies ShapeOf<ReturnType<typeof messageView>>;

/** An e-mail as its recipient reads it; the one place of the API where a code can be seen. */
export function messageView({ seed }: Readonly<World>, message: Message) {
  const { messageId, withdrawId } = message;
  const [sentAt, expiresAt] = [isoInstant(message.sentAt), isoInstant(message.expiresAt)];
  return { messageId, withdrawId, sentAt, expiresAt, ...writtenMessage(seed, message) };
}
