import { type Message, writtenMessage } from "../../domain/message.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import type { WorldId } from "../../store/world-store.ts";
import type { CommitLog } from "./commit-log.ts";
import type { Step } from "./machine.ts";

/** The world that a step was made in, and who sends its mails. */
export interface MailContext {
  readonly worldId: WorldId;
  readonly seed: string;
  readonly mailer: Pick<Mailer, "send">;
  /** Where the step is on its way to the store. */
  readonly log: Pick<CommitLog, "whenDurable">;
}

/** Has the codes e-mailed that a step has issued, once it is durable. Nobody waits for that. */
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
  // What never became durable has never happened: nobody gets mail of it.
  Promise.resolve(log.whenDurable()).then(send, () => undefined);
}
