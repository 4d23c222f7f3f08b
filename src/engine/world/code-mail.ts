import { type Message, writtenMessage } from "../../domain/message.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import type { WorldId } from "../../store/world-store.ts";
import type { CommitLog } from "./commit-log.ts";
import type { CommandEvents } from "./machine.ts";

/** E-mails the one-time codes that a step issued once `log` says it is durable. Nothing waits for the mails. */
export function mailCodes(
  { at, events }: Pick<CommandEvents, "at" | "events">,
  { worldId, seed }: { readonly worldId: WorldId; readonly seed: string },
  mailer: Pick<Mailer, "send">,
  log: Pick<CommitLog, "whenDurable">,
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
