import { access, constants, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { reasonOf } from "../start-refused.ts";
import { Usage, usable } from "../usage.ts";
import type { ScenarioChoice } from "./choice.ts";
import { junitReport } from "./junit-report.ts";
import type { ScenarioReport } from "./result.ts";

/** A mistake in the flags should not wait for the end of a run. */
export async function refuseUnfit(choice: ScenarioChoice): Promise<void> {
  const { url, container, apiKey, adminToken, receiverUrl, junit, json } = choice;
  if (url !== undefined && container !== undefined) throw new Usage("one of --url and --container, not both");
  if (apiKey !== undefined && url === undefined) throw new Usage("--api-key is for --url, which is not given");
  if (url !== undefined) refuseAddress("--url", url, "http://127.0.0.1:4400");
  if (receiverUrl !== undefined) refuseAddress("--receiver-url", receiverUrl, "https://hooks.acme.dev");
  if (adminToken === "") throw new Usage("--admin-token is empty");
  for (const [flag, file] of [
    ["--junit", junit],
    ["--json", json],
  ] as const) {
    if (file !== undefined) await usable(() => mustBeWritable(file), `${flag} ${file} cannot be written`);
  }
}

function refuseAddress(flag: string, text: string, example: string): void {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new Usage(`${flag} "${text}" is no address such as ${example}`);
  }
  // It is shown.
  if (url.username !== "" || url.password !== "") throw new Usage(`${flag}: an address with a password is not taken`);
}

async function mustBeWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new Error("it is a folder");
  await access(found === undefined ? dirname(resolve(file)) : file, constants.W_OK);
}

/** Writes what was asked for, the one even where the other cannot be written. @throws Usage when that is not possible. */
export async function writeReports(report: ScenarioReport, { junit, json }: ScenarioChoice): Promise<void> {
  const places = [
    { flag: "--junit", file: junit, text: () => junitReport(report) },
    { flag: "--json", file: json, text: () => `${JSON.stringify(report, null, 2)}\n` },
  ];
  const written = places.map(async ({ flag, file, text }) => {
    if (file !== undefined) await usable(() => writeFile(file, text()), `${flag} ${file}`);
  });
  const failed = (await Promise.allSettled(written)).filter(({ status }) => status === "rejected");
  if (failed.length > 0) throw new Usage(failed.map((one) => "reason" in one && reasonOf(one.reason)).join("\n"));
}
