import { reportJson } from "../../src/cli/report-files.ts";
import { command } from "../../src/report/github-command.ts";
import { htmlPage } from "../../src/report/html-page.ts";
import { junitXml } from "../../src/report/junit.ts";
import { escapeMarkup } from "../../src/report/markup.ts";
import { pageStyle } from "../../src/report/page-style.ts";
import { counted } from "../../src/report/screen.ts";
import { version } from "../../src/version.ts";
import { foundText } from "../found-text.ts";
import type { CountedPair } from "../pairs.ts";
import type { Drilled } from "../run-drill.ts";
import { seedText } from "../seed.ts";
import type { DrillCommandChoice } from "./drill-choice.ts";

/** Returns the report for the terminal, and the files that were asked for. */
export function drillReports(
  drilled: Drilled,
  file: string,
  { json, saveJson, junit, html, github }: DrillCommandChoice,
) {
  const { found, worlds, durationMs, seed, pairs } = drilled;
  const story = found === null ? null : foundText(found);
  const conclusion = found?.differences[0]?.text ?? "The books were right in all worlds.";
  const facts = `${counted(worlds, "world")} in ${(durationMs / 1_000).toFixed(0)} s with seed ${seed}; ${pairText(pairs)}`;
  const annotation = story !== null && (github === true || process.env.GITHUB_ACTIONS === "true");
  const annotated = annotation ? `${command("error", "saldo drill", story, { file, line: 1 })}\n` : "";
  const repeat = found === null ? "" : `  saldo drill ${file} --seed ${seedText(found.seed)}\n`;
  const failure = {
    kind: "failure",
    type: found?.differences[0]?.kind ?? "",
    message: conclusion,
    details: story ?? "",
  } as const;
  const one = { name: "the books agree with the ledger", durationMs, ...(story !== null && { outcome: failure }) };
  const startedAt = new Date(Date.now() - durationMs).toISOString();
  return {
    text: json ? reportJson({ version, ...drilled }) : `${story ?? conclusion}\n${repeat}${facts}\n${annotated}`,
    files: [
      { file: saveJson, text: () => [reportJson({ version, ...drilled })] },
      { file: junit, text: () => [junitXml("saldo drill", [{ name: "saldo drill", file, cases: [one] }], startedAt)] },
      { file: html, text: () => [pageOf(file, conclusion, facts, story, pairs)] },
    ],
  };
}

function pairText(pairs: readonly CountedPair[]): string {
  const lacking = pairs.filter(({ missing }) => missing !== null);
  const later = lacking.filter(({ missing }) => missing === "not yet").length;
  const met = `${pairs.length - lacking.length} of ${pairs.length} pairs of what happens and what goes wrong were met`;
  return `${met}, ${later} not yet; ${lacking.length - later} are of calls, answers and events that this application never had`;
}

function pageOf(
  file: string,
  conclusion: string,
  facts: string,
  story: string | null,
  pairs: readonly CountedPair[],
): string {
  const told = story === null ? "" : `<section class="card"><pre>${escapeMarkup(story)}</pre></section>`;
  const rows = pairs.map(
    ({ subject, fault, count, missing }) =>
      `<tr><td>${escapeMarkup(subject)}</td><td>${escapeMarkup(fault)}</td><td>${missing ?? count}</td></tr>`,
  );
  const table = `<section class="card"><table><tr><th>what</th><th>with</th><th>times</th></tr>${rows.join("\n")}</table></section>`;
  return htmlPage({
    title: "Drill report",
    version,
    heading: file,
    conclusion,
    facts: [facts],
    main: told + table,
    style: pageStyle,
  });
}
