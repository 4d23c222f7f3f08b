import { type ReportChoice, reportJson } from "../../src/cli/report-files.ts";
import { counted } from "../../src/report/counted.ts";
import { command } from "../../src/report/github-command.ts";
import { htmlPage } from "../../src/report/html-page.ts";
import { junitXml } from "../../src/report/junit.ts";
import { escapeMarkup } from "../../src/report/markup.ts";
import { pageStyle } from "../../src/report/page-style.ts";
import { version } from "../../src/version.ts";
import { notCompared } from "../books/books.ts";
import type { CountedPair } from "../pairs.ts";
import type { DrillChoice, Drilled } from "../run-drill.ts";
import { seedText } from "../seed.ts";
import { foundText } from "../story.ts";

/** What changes what a seed draws. */
type Drawn = Pick<DrillChoice, "only" | "preset"> & { readonly without?: string };

/** Returns the report for the terminal, and the files that were asked for. */
export function drillReports(drilled: Drilled, file: string, choice: ReportChoice & Drawn) {
  const { json, saveJson, junit, html, github, only, without, preset } = choice;
  const { found, worlds, durationMs, seed, pairs, untold } = drilled;
  const conclusion = found?.differences[0]?.text ?? "The books were right in all worlds.";
  const story = found === null ? "" : foundText(found);
  const facts = [
    `${counted(worlds, "world")} in ${(durationMs / 1_000).toFixed(0)} s with seed ${seed}; ${pairText(pairs)}`,
    ...notCompared(untold),
  ];
  const drawn = Object.entries({ only, without, preset })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` --${name} ${value}`)
    .join("");
  const lines = [
    story || conclusion,
    // The same seed draws something else with other options.
    ...(found === null ? [] : [`  saldo drill ${file} --seed ${seedText(found.seed)}${drawn}`]),
    ...facts,
  ];
  if (found !== null && (github || process.env.GITHUB_ACTIONS === "true"))
    lines.push(command("error", "saldo drill", story, { file, line: 1 }));
  const report = reportJson({ version, ...drilled });
  const type = found?.differences[0]?.kind ?? "";
  const outcome =
    found === null ? undefined : ({ kind: "failure", type, message: conclusion, details: story } as const);
  const books = { name: "the books agree with the ledger", durationMs, outcome };
  const suites = [{ name: "saldo drill", file, cases: [books] }];
  const startedAt = new Date(Date.now() - durationMs).toISOString();
  const page = { title: "Drill report", version, heading: file, conclusion, facts, style: pageStyle };
  return {
    text: json ? report : `${lines.join("\n")}\n`,
    files: [
      { file: saveJson, text: () => [report] },
      { file: junit, text: () => [junitXml("saldo drill", suites, startedAt)] },
      { file: html, text: () => [htmlPage({ ...page, main: markupOf(story, pairs) })] },
    ],
  };
}

function pairText(pairs: readonly CountedPair[]): string {
  const lacking = pairs.filter(({ missing }) => missing !== null);
  const later = lacking.filter(({ missing }) => missing === "not yet").length;
  const met = `${pairs.length - lacking.length} of ${pairs.length} pairs of what happens and what goes wrong were met`;
  return `${met}, ${later} not yet; ${lacking.length - later} are of calls, answers and events that this application never had`;
}

function markupOf(story: string, pairs: readonly CountedPair[]): string {
  const told = story === "" ? "" : `<section class="card"><pre>${escapeMarkup(story)}</pre></section>`;
  const rows = pairs.map(({ subject, fault, count, missing }) => {
    return `<tr><td>${escapeMarkup(subject)}</td><td>${escapeMarkup(fault)}</td><td>${missing ?? count}</td></tr>`;
  });
  const head = "<tr><th>what</th><th>with</th><th>times</th></tr>";
  return `${told}<section class="card"><table>${head}${rows.join("\n")}</table></section>`;
}
