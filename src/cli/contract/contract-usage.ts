import { once } from "node:events";
import { createServer } from "node:net";
import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { refusePlaces, selectedOf, Usage, usable } from "../usage.ts";
import type { ContractChoice } from "./contract-choice.ts";

/** A mistake should not wait for the end of a run, which may take hours and cost money. */
export async function refuseUnfit(choice: ContractChoice): Promise<void> {
  const { allow, budget, inProcess, url, container } = choice;
  const targets = [inProcess, url, container].filter((target) => target !== undefined);
  if (targets.length !== 1) {
    throw new Usage("say what to hold to the clauses: one of --in-process, --url <address>, --container <image>");
  }
  const settle = allow.includes("settle");
  if (settle && budget === 0) throw new Usage("--allow settle needs --budget <cents>: how much may be paid out in all");
  if (!settle && budget > 0) throw new Usage("--budget is for --allow settle, which is not given");
  await refusePlaces(choice);
  await refuseReceiver(choice);
}

/** The ids of the clauses that are to be run. */
export function selectedBy({ only }: ContractChoice): readonly string[] {
  return selectedOf(
    only,
    clauses.map(({ id }) => id),
  );
}

async function refuseReceiver({ receiverHost, receiverPort }: ContractChoice): Promise<void> {
  const server = createServer();
  await usable(async () => {
    server.listen(receiverPort, receiverHost);
    await once(server, "listening");
  }, `nothing can listen at --receiver-host ${receiverHost}, --receiver-port ${receiverPort}`);
  server.close();
  await once(server, "close");
}
