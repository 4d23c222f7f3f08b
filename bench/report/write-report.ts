import { readFile, writeFile } from "node:fs/promises";
import type { Target } from "../row.ts";
import { chartOf } from "./chart.ts";
import { toldSpread } from "./numbers.ts";
import type { Results } from "./results.ts";
import { boundText, textOf } from "./text.ts";

const docs = new URL("../../docs/", import.meta.url);
const place = /(?<=<!-- measured: .* -->\n)[\s\S]*(?=<!-- end of what is measured -->)/;
const onChart = ["GET /account-balance, 0 holds", "whole tests, each with a world of its own", "worlds of the drill"];

/** Writes down what was measured: all of it as JSON, what says most as a chart, and the tables of the page about speed. */
export async function writeReport(results: Results): Promise<void> {
  await writeFile(new URL("speed.json", docs), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(new URL("speed.svg", docs), await chartOf(results, onChart));
  await writeOnPage("speed.md", results);
}

/** Writes the tables of what was measured on a page of `docs/`, at the place that it has for them. */
export async function writeOnPage(name: string, results: Results): Promise<void> {
  const page = new URL(name, docs);
  const text = await readFile(page, "utf8");
  if (!place.test(text)) throw new Error(`docs/${name} has no place for what was measured`);
  await writeFile(
    page,
    text.replace(place, () => `\n${measuredOn(results)}\n\n${targets(results)}\n\n${tables(results)}\n\n`),
  );
}

function measuredOn({ measuredAt, rounds, machine, command }: Results): string {
  const { processor, cores, memoryGiB, system, node, isPinned } = machine;
  return `Measured ${measuredAt.slice(0, 16).replace("T", " ")} UTC by \`${command}\`, ${rounds} rounds, on ${cores} cores of
${processor} with ${memoryGiB} GiB, ${system}, Node ${node}; servers and load generator ${isPinned ? "on a core each" : "not pinned"}.`;
}

function targets({ rows }: Results): string {
  const lines = rows.flatMap(({ title, unit, targets }) => targets.map((target) => line(title, unit, target)));
  return ["| measure | to be | measured | |", "|---|---|---|---|", ...lines].join("\n");
}

function line(title: string, unit: string, { name, bound, against, reached, isReached }: Target): string {
  const of = against === null ? ` ${unit}` : ` × ${against}`;
  const measured = `${toldSpread(reached)}${of}`;
  return `| ${title}: ${name} | ${boundText(bound)}${of} | ${measured} | ${isReached ? "reached" : "**missed**"} |`;
}

function tables({ rows }: Results): string {
  return `\`\`\`text\n${rows.map(textOf).join("\n")}\`\`\``;
}
