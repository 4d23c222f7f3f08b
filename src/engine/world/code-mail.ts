import { type Message, writtenMessage } from "../../domain/message.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import type { WorldId } from "../../store/world-store.ts";
import type { CommitLog } from "./commit-log.ts";
import type { Step } from "./machine.ts";

/** The world of a step, and what sends its mails. */
export interface MailContext {
  readonly worldId: WorldId;
  readonly seed: string;
  readonly mailer: Pick<Mailer, "send">;
  /** The log that makes the step durable. */
  readonly log: Pick<CommitLog, "whenDurable">;
}

/** E-mails the one-time codes that a step issued once the step is durable. Nothing waits for the mails. */
export function mailCodes(
  { at, events }: Pick<Step, "at" | "events">,
  { worldId, seed, mailer, log }: MailContext,
): void {
  const messages = events.flatMap((event): Message[] => {
    if (event.type !== "OtpIssued") return [];
    const { type: _, ...issued } = event;
    return [{ ...issued, sentAt: at }];
  });
  if (messages.length === 0) return;
  const send = () => {
    for (const message of messages) {
      const { to, subject, text } = writtenMessage(seed, message);
      mailer.send({ worldId, withdrawId: message.withdrawId, messageId: message.messageId, to, subject, text });
    }
  };
  // A step that never becomes durable never happened, so it sends no mail.
  Promise.resolve(log.whenDurable()).then(send, () => undefined);
}
