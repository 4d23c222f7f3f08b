import { readFile, writeFile } from "node:fs/promises";
import { githubReport } from "../../../contracts/report/github-report.ts";
import { htmlReport } from "../../../contracts/report/html-report.ts";
import { jsonReport } from "../../../contracts/report/json-report.ts";
import { junitReport } from "../../../contracts/report/junit-report.ts";
import { writeOverlay } from "../../../contracts/report/overlay-writer.ts";
import type { Report } from "../../../contracts/report/report.ts";
import { terminalReport } from "../../../contracts/report/terminal-report.ts";
import { screenOf } from "../../report/screen.ts";
import type { SpecDocument } from "../../spec/document.ts";
import type { Output } from "../output.ts";
import { reasonOf } from "../start-refused.ts";
import type { ContractChoice } from "./contract-choice.ts";

/** Tells what was found on the terminal, and in all files that were asked for. @returns what could not be written. */
export async function tell(
  report: Report,
  choice: ContractChoice,
  document: SpecDocument,
  output: Output,
): Promise<readonly string[]> {
  const unwritten = await tellReport(report, choice, output);
  const { writeOverlay } = choice;
  return [...unwritten, ...(await written(writeOverlay, () => overlayOf(report, choice, document, output)))];
}

/** The same of a run that observes nothing an overlay could say. */
export async function tellReport(
  report: Report,
  choice: Partial<ContractChoice>,
  { stdout }: Output,
): Promise<readonly string[]> {
  const { json, junit, html, github } = choice;
  stdout.write(terminalReport(report, screenOf(stdout, process.env)));
  if (github || process.env.GITHUB_ACTIONS === "true") stdout.write(githubReport(report));
  const files = [
    await written(json, async () => jsonReport(report)),
    await written(junit, async () => junitReport(report)),
    await written(html, async () => htmlReport(report)),
  ];
  return files.flat();
}

/** One file that cannot be written does not keep the others from being there. */
async function written(file: string | undefined, make: () => Promise<string>): Promise<readonly string[]> {
  if (file === undefined) return [];
  try {
    await writeFile(file, await make());
    return [];
  } catch (error) {
    return [`${file} cannot be written: ${reasonOf(error)}`];
  }
}

async function overlayOf(
  report: Report,
  { overlay }: ContractChoice,
  document: SpecDocument,
  { stderr }: Output,
): Promise<string> {
  const changes = report.observations.flatMap(({ change }) => change ?? []);
  const title = `What ${new URL(report.target.url).host} does`;
  const base = overlay === undefined ? {} : { base: await readFile(overlay, "utf8") };
  const { text, left } = writeOverlay(document.source, changes, { title, ...base });
  for (const sentence of left) stderr.write(`not in the overlay: ${sentence}\n`);
  return text;
}
