import { type Colour, clipped, coloured, harmless, type Screen } from "../../src/report/screen.ts";
import type { ClauseResult } from "./report.ts";
import { type Area, areasOf, clauseKinds, givenVerdicts, type Tally, tallyOf } from "./tally.ts";
import type { VerdictKind } from "./verdict.ts";
import { clauseWords, verdictWords } from "./verdict-words.ts";

const verdictColours: Readonly<Record<VerdictKind, Colour>> = {
  held: "green",
  broken: "red",
  observed: "cyan",
  "could-not-run": "yellow",
  "opted-out": "dim",
  "suite-error": "magenta",
};

const gap = "  ";

/** Areas by verdicts, the documented ones apart from the others; only verdicts that were given have a column. */
export function terminalTable(screen: Screen, results: readonly ClauseResult[]): readonly string[] {
  if (results.length === 0) return [];
  const kinds = givenVerdicts(tallyOf(results)).map(({ kind }) => kind);
  const areas = areasOf(results);
  const nameColumns =
    Math.max(
      ...areas.map(({ name }) => harmless(name).length),
      ...areas.map(({ kind }) => clauseWords[kind].length),
      "documented".length,
    ) + 2;
  const width = nameColumns + kinds.reduce((sum, kind) => sum + gap.length + verdictWords[kind].length, 0);
  const rowOf = width <= screen.columns ? cells(screen, kinds, nameColumns) : sentence(screen);
  const headings = kinds.map((kind) => verdictWords[kind]).join(gap);
  const head = width <= screen.columns ? [coloured(screen, "dim", `${" ".repeat(nameColumns)}${gap}${headings}`)] : [];
  return [
    ...head,
    ...clauseKinds.flatMap((kind) => {
      const own = areas.filter((area) => area.kind === kind);
      return group(clauseWords[kind], own, rowOf);
    }),
  ];
}

type Row = (name: string, tally: Tally, emphasis?: Colour) => string;

function group(title: string, areas: readonly Area[], rowOf: Row): readonly string[] {
  if (areas.length === 0) return [];
  const all = tallyOf(areas.flatMap(({ results }) => results));
  return [
    rowOf(title, all, "bold"),
    ...areas.map(({ name, results }) => rowOf(`  ${harmless(name)}`, tallyOf(results))),
  ];
}

function cells(screen: Screen, kinds: readonly VerdictKind[], nameColumns: number): Row {
  return (name, tally, emphasis) =>
    [emphasised(screen, name.padEnd(nameColumns), emphasis), ...kinds.map((kind) => cell(screen, kind, tally[kind]))]
      .join(gap)
      .trimEnd();
}

function cell(screen: Screen, kind: VerdictKind, count: number): string {
  const text = (count === 0 ? "·" : String(count)).padStart(verdictWords[kind].length);
  return coloured(screen, count === 0 ? "dim" : verdictColours[kind], text);
}

/** Where the columns do not fit beside each other. */
function sentence(screen: Screen): Row {
  return (name, tally, emphasis) => {
    const counts = givenVerdicts(tally).map(({ kind, count }) => `${count} ${verdictWords[kind]}`);
    return emphasised(screen, clipped(`${name}: ${counts.join(", ")}`, screen.columns), emphasis);
  };
}

function emphasised(screen: Screen, text: string, emphasis: Colour | undefined): string {
  return emphasis === undefined ? text : coloured(screen, emphasis, text);
}
