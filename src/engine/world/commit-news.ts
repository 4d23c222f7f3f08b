import type { Commit, WorldId } from "../../store/world-store.ts";
import { mailCodes } from "./code-mail.ts";
import type { CommitLog } from "./commit-log.ts";
import type { WorldDependencies } from "./dependencies.ts";

/** Mails the codes of a commit and calls `onCommit`, once `log` says that it is durable. */
export function tellOfCommit(
  commit: Commit,
  worldId: WorldId,
  seed: string,
  { mailer, onCommit }: Pick<WorldDependencies, "mailer" | "onCommit">,
  log: Pick<CommitLog, "whenDurable">,
): void {
  if (mailer !== undefined) mailCodes(commit, { worldId, seed }, mailer, log);
  if (onCommit === undefined) return;
  const tell = () => onCommit(worldId, seed, commit);
  Promise.resolve(log.whenDurable()).then(tell, () => undefined);
}
