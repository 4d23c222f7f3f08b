import { once } from "node:events";
import { createServer } from "node:net";
import { mustBeWritable, type NamedFiles } from "../../../src/cli/report-files.ts";
import { receiverNotListening } from "../../../src/cli/target-options.ts";
import { UserError } from "../../../src/cli/user-error.ts";
import type { RunChoice } from "./run-choice.ts";

/**
 * Throws `UserError` for a mistake that would otherwise show at the end of a run, which may take hours and cost money.
 * `targets`: the options for one, and `files`: those that the command writes.
 */
export async function refuseUnfit(choice: RunChoice, targets: string, files: NamedFiles): Promise<void> {
  const { budget, inProcess, url, container, har, listen, receiverHost, receiverPort, receiverUrl } = choice;
  const allow = choice.allow.flat();
  const given = [inProcess, har ?? url, container].filter((target) => target !== undefined);
  if (given.length !== 1) throw new UserError(`say what to use with one of ${targets}`);
  if (har !== undefined && (allow.length > 0 || choice.plan))
    throw new UserError("--har only reads what was recorded, so that --allow and --plan do not go with it");
  const settle = allow.includes("settle");
  if (settle && budget === 0) throw new UserError("--allow settle needs --budget <cents>, the most to pay out in all");
  if (!settle && budget > 0) throw new UserError("--budget needs --allow settle");
  if (listen !== undefined && !(allow.includes("webhooks") && receiverUrl !== undefined))
    throw new UserError(
      "--listen needs --allow webhooks and --receiver-url <address>, so that events come to this run",
    );
  await mustBeWritable(files);
  const server = createServer();
  await once(server.listen(receiverPort, receiverHost), "listening").catch((error: unknown) => {
    throw receiverNotListening(error, receiverHost, receiverPort);
  });
  await once(server.close(), "close");
}
