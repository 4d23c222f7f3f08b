import { once } from "node:events";
import { createServer } from "node:net";
import { mustBeWritable, type NamedFiles } from "../report-files.ts";
import { orUserError, UserError } from "../user-error.ts";
import type { RunChoice } from "./run-choice.ts";

/**
 * Throws `UserError` for a mistake that would otherwise show at the end of a run, which may take hours and cost money.
 * `files`: those that it writes.
 */
export async function refuseUnfit(choice: RunChoice, files: NamedFiles): Promise<void> {
  const { allow, budget, receiverHost, receiverPort } = choice;
  const settle = allow.flat().includes("settle");
  if (settle && budget === 0) throw new UserError("--allow settle needs --budget <cents>, the most to pay out in all");
  if (!settle && budget > 0) throw new UserError("--budget needs --allow settle");
  await mustBeWritable(files);
  const server = createServer();
  await orUserError(
    () => once(server.listen(receiverPort, receiverHost), "listening"),
    `nothing can listen at --receiver-host ${receiverHost}, --receiver-port ${receiverPort}`,
  );
  await once(server.close(), "close");
}
