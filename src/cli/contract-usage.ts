import { once } from "node:events";
import { access, constants, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, resolve } from "node:path";
import { clauses } from "../../contracts/clauses/catalogue.ts";
import type { ContractChoice } from "./contract-choice.ts";
import { reasonOf } from "./start-refused.ts";

/** What is wrong with the flags or the files that they name. */
export class Usage extends Error {
  override readonly name = "Usage";
}

/** Runs what can fail only because of what the user has given; `what` was to be done, if that says more. */
export async function usable<T>(read: () => Promise<T>, what?: string): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Usage(what === undefined ? reasonOf(error) : `${what}: ${reasonOf(error)}`, { cause: error });
  }
}

/** A mistake should not wait for the end of a run, which may take hours and cost money. */
export async function refuseUnfit(choice: ContractChoice): Promise<void> {
  const { allow, budget, receiverUrl, inProcess, url, container } = choice;
  const targets = [inProcess, url, container].filter((target) => target !== undefined);
  if (targets.length !== 1) {
    throw new Usage("say what to hold to the clauses: one of --in-process, --url <address>, --container <image>");
  }
  if (url !== undefined) refuseAddress("--url", url, "https://api.acme.dev/v1");
  if (receiverUrl !== undefined) refuseAddress("--receiver-url", receiverUrl, "https://hooks.acme.dev");
  const settle = allow.includes("settle");
  if (settle && budget === 0) throw new Usage("--allow settle needs --budget <cents>: how much may be paid out in all");
  if (!settle && budget > 0) throw new Usage("--budget is for --allow settle, which is not given");
  await refusePlaces(choice);
  await refuseReceiver(choice);
}

function refuseAddress(flag: string, text: string, example: string): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Usage(`${flag} "${text}" is no address such as ${example}`);
  }
  // It stands in reports; and it is what the paths of the interface are put behind.
  if (url.username !== "" || url.password !== "") throw new Usage(`${flag}: an address with a password is not taken`);
  if (url.search !== "" || url.hash !== "") throw new Usage(`${flag} "${text}" has a query or a fragment`);
}

/** The ids of the clauses that are to be run. */
export function selectedBy({ only }: ContractChoice): readonly string[] {
  const ids = clauses.map(({ id }) => id);
  const patterns = only.map((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    const fits = new RegExp(`^${escaped}$`);
    if (!ids.some((id) => fits.test(id)))
      throw new Usage(`--only: no clause is called "${pattern}"; --list shows them`);
    return fits;
  });
  return patterns.length === 0 ? ids : ids.filter((id) => patterns.some((fits) => fits.test(id)));
}

/** Nothing is written yet: what is there stays as it is until there is something better. */
async function refusePlaces({ json, junit, html, writeOverlay }: ContractChoice): Promise<void> {
  const files = { "--json": json, "--junit": junit, "--html": html, "--write-overlay": writeOverlay };
  for (const [flag, file] of Object.entries(files)) {
    if (file !== undefined) await usable(() => mustBeWritable(file), `${flag} ${file} cannot be written`);
  }
}

async function mustBeWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new Error("it is a folder");
  const folder = dirname(resolve(file));
  if (found === undefined && !(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  await access(found === undefined ? folder : file, constants.W_OK);
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
