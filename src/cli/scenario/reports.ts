import { writeFile } from "node:fs/promises";
import { reasonOf } from "../start-refused.ts";
import { refusePlaces, Usage, usable } from "../usage.ts";
import type { ScenarioChoice } from "./choice.ts";
import { junitReport } from "./junit-report.ts";
import type { ScenarioReport } from "./result.ts";

/** A mistake in the flags should not wait for the end of a run. */
export async function refuseUnfit(choice: ScenarioChoice): Promise<void> {
  const { url, container, apiKey, junit, json } = choice;
  if (url !== undefined && container !== undefined) throw new Usage("one of --url and --container, not both");
  if (apiKey !== undefined && url === undefined) throw new Usage("--api-key is for --url, which is not given");
  await refusePlaces({ junit, json });
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
