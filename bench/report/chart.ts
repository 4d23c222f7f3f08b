import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Row } from "../row.ts";
import { told } from "./numbers.ts";
import type { Results } from "./results.ts";

const run = promisify(execFile);
const ink = "#1f2937";
const pale = "#6b7280";
const own = "#0f766e";
const others = "#cbd5e1";

/** Rows side by side as bars with their spread: an SVG with a background of its own, for pages light and dark. */
export async function chartOf(results: Results, titles: readonly string[]): Promise<string> {
  const rows = titles.map((title) => {
    const row = results.rows.find((one) => one.title === title);
    if (row === undefined) throw new Error(`there is no row "${title}" for the chart`);
    return row;
  });
  return rendered({
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    background: "white",
    padding: 16,
    title: { text: "Saldo beside its peers", subtitle: subtitle(results), anchor: "start", offset: 14 },
    hconcat: rows.map(panel),
    spacing: 28,
    config: {
      font: "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif",
      title: { color: ink, subtitleColor: pale, fontSize: 16, subtitleFontSize: 11, subtitlePadding: 4 },
      view: { stroke: null },
      axis: { labelColor: ink, titleColor: pale, domain: false, ticks: false, grid: false, labelFontSize: 11 },
    },
  });
}

function subtitle({ measuredAt, machine, rounds, command }: Results): string[] {
  const { processor, cores, system, node, isPinned } = machine;
  const pinned = isPinned ? "server and load generator on a core each" : "nothing pinned to a core";
  return [
    `${measuredAt.slice(0, 10)}, ${cores} cores of ${processor}, ${system}, Node ${node}; ${pinned}.`,
    `Medians of ${rounds} rounds in which all took turns; between the ends of the thin line lie eight of ten. Repeat it with: ${command}`,
  ];
}

function panel({ title, unit, better, figures }: Row): object {
  const values = figures.map(({ name, spread, ratio }) => {
    const times = ratio === null ? "" : `  (${told(ratio.median)} ×)`;
    return { name, ...spread, label: `${told(spread.median)}${times}` };
  });
  const names = values.map(({ name }) => name);
  const y = { field: "name", type: "nominal", sort: names, axis: { title: null, labelPadding: 6 } };
  // Beside the longest line there must be room for what is written there.
  const scale = { domain: [0, Math.max(...values.map(({ high }) => high)) * 1.6] };
  const x = (field: string) => ({ field, type: "quantitative", scale, axis: null });
  const color = { condition: { test: "indexof(datum.name, 'Saldo') == 0", value: own }, value: others };
  const text = { field: "label", type: "nominal" };
  return {
    title: { text: title, subtitle: `${unit}, ${better} is better`, anchor: "start", fontSize: 12, offset: 8 },
    data: { values },
    width: 190,
    height: { step: 22 },
    layer: [
      { mark: { type: "bar", height: 13, cornerRadiusEnd: 2 }, encoding: { y, x: x("median"), color } },
      { mark: { type: "rule", color: ink }, encoding: { y, x: x("low"), x2: { field: "high" } } },
      { mark: { type: "text", align: "left", dx: 6, fontSize: 10.5, color: ink }, encoding: { y, x: x("high"), text } },
    ],
  };
}

/** By the command of Vega-Lite, which this program need not load for anything else. */
async function rendered(specification: object): Promise<string> {
  const main = new URL("../node_modules/vega-lite/bin/vl2svg", import.meta.url).pathname;
  const running = run(process.execPath, [main], { maxBuffer: Number.POSITIVE_INFINITY });
  running.child.stdin?.end(JSON.stringify(specification));
  return (await running).stdout;
}
