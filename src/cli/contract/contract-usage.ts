import { once } from "node:events";
import { createServer } from "node:net";
import { mustBeWritable } from "../report-files.ts";
import { orUserError, UserError } from "../user-error.ts";
import type { ContractChoice } from "./contract-choice.ts";

/** Throws `UserError` for a mistake that would otherwise show at the end of a run, which may take hours and cost money. */
export async function refuseUnfit(choice: ContractChoice): Promise<void> {
  const { allow, budget, inProcess, url, container, har, receiverHost, receiverPort } = choice;
  const targets = [inProcess, har === undefined ? url : har, container].filter((target) => target !== undefined);
  if (targets.length !== 1)
    throw new UserError(
      "say what to check with one of --in-process, --url <address>, --container <image>, --har <file>",
    );
  if (har !== undefined && (allow.length > 0 || choice.plan))
    throw new UserError("--har only judges what was recorded, so that --allow and --plan do not go with it");
  const settle = allow.includes("settle");
  if (settle && budget === 0) throw new UserError("--allow settle needs --budget <cents>, the most to pay out in all");
  if (!settle && budget > 0) throw new UserError("--budget needs --allow settle");
  if (choice.listen !== undefined && !(allow.includes("webhooks") && choice.receiverUrl !== undefined))
    throw new UserError(
      "--listen needs --allow webhooks and --receiver-url <address>, so that events come to this run",
    );
  const { json, junit, html } = choice;
  await mustBeWritable({ "--json": json, "--junit": junit, "--html": html });
  const server = createServer();
  await orUserError(
    () => once(server.listen(receiverPort, receiverHost), "listening"),
    `nothing can listen at --receiver-host ${receiverHost}, --receiver-port ${receiverPort}`,
  );
  await once(server.close(), "close");
}
