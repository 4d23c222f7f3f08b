import { type Message, writtenMessage } from "../../domain/message.ts";
import type { Commit, WorldId } from "../../store/world-store.ts";
import type { CommitLog } from "./commit-log.ts";
import type { WorldDependencies } from "./dependencies.ts";

/** E-mails the codes of a commit and calls `onCommit`, once `log` says that it is durable. Nothing waits for the mails. */
export function tellOfCommit(
  commit: Commit,
  worldId: WorldId,
  seed: string,
  { mailer, onCommit }: Pick<WorldDependencies, "mailer" | "onCommit">,
  log: Pick<CommitLog, "whenDurable">,
): void {
  const messages = mailer === undefined ? [] : messagesIn(commit);
  if (messages.length === 0 && onCommit === undefined) return;
  const tell = () => {
    for (const message of messages) {
      const { withdrawId, messageId } = message;
      const { to, subject, text } = writtenMessage(seed, message);
      mailer?.send({ worldId, withdrawId, messageId, to, subject, text });
    }
    onCommit?.(worldId, seed, commit);
  };
  // What never becomes durable never happened.
  Promise.resolve(log.whenDurable()).then(tell, () => undefined);
}

function messagesIn({ at, events }: Commit): readonly Message[] {
  return events.flatMap((event): readonly Message[] => {
    if (event.type !== "OtpIssued") return [];
    const { type: _, ...issued } = event;
    return [{ ...issued, sentAt: at }];
  });
}
