import { clipped } from "../../src/report/screen.ts";
import { type Last, readLast } from "./changes.ts";
import type { Report } from "./report.ts";

/** What is written down as known to be broken. */
export type Baseline = readonly BaselineEntry[];

interface BaselineEntry {
  readonly clause: string;
  /** Why, or until when; empty where nothing is written. */
  readonly comment: string;
}

interface Draft {
  readonly entries: (BaselineEntry & { readonly line: number })[];
  readonly problems: string[];
  /** Comments on lines of their own, until the clause that they are about. */
  readonly above: string[];
}

/**
 * Reads the text of a baseline: on each line the id of a clause; `# comment` behind it, or on the lines right before it. Or
 * the JSON report of a run, for what was broken in it. `clauseIds`: of the whole catalogue, whatever is selected. Throws an
 * Error with a line for each thing that is wrong, with its number.
 */
export function readBaseline(text: string, file: string, clauseIds: Iterable<string>): Baseline {
  const known = new Set(clauseIds);
  // No id of a clause begins with a brace. Trimming takes a mark of the byte order away, too.
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return brokenIn(trimmed, file, known);
  const draft: Draft = { entries: [], problems: [], above: [] };
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const problem = takeLine(draft, line.trim(), index + 1, known);
    if (problem !== null) draft.problems.push(`${file}:${index + 1}: ${problem}`);
  }
  if (draft.problems.length > 0) throw new Error(draft.problems.join("\n"));
  return draft.entries;
}

function brokenIn(report: string, file: string, known: ReadonlySet<string>): Baseline {
  const { startedAt, verdicts } = lastIn(report, file);
  const broken = Array.from(verdicts).flatMap(([clause, verdict]) => (verdict === "broken" ? [clause] : []));
  const unknown = broken.filter((clause) => !known.has(clause));
  if (unknown.length > 0)
    throw new Error(unknown.map((clause) => `${file}: there is no clause "${shown(clause)}"`).join("\n"));
  return broken.map((clause) => ({ clause, comment: `broken on ${startedAt}` }));
}

function lastIn(report: string, file: string): Last {
  try {
    return readLast(report);
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function takeLine(draft: Draft, line: string, number: number, known: ReadonlySet<string>): string | null {
  if (line.startsWith("#")) {
    draft.above.push(commentOf(line));
    return null;
  }
  const above = draft.above.splice(0);
  // A comment that a blank line follows is about the file, and not about the next clause.
  if (line === "") return null;
  const at = line.indexOf("#");
  const clause = (at === -1 ? line : line.slice(0, at)).trim();
  const comments = [...above, at === -1 ? "" : commentOf(line.slice(at))];
  const before = draft.entries.find((entry) => entry.clause === clause);
  if (/\s/.test(clause)) return `allowed is one clause id on a line, with "# comment" after it; got "${shown(clause)}"`;
  if (!known.has(clause)) return `there is no clause "${shown(clause)}"`;
  if (before !== undefined) return `the clause "${clause}" is listed twice, first on line ${before.line}`;
  draft.entries.push({ clause, comment: comments.filter((comment) => comment !== "").join(" "), line: number });
  return null;
}

/** Says of each broken clause whether it was known, and of each entry whether it is still true. */
export function applyBaseline(report: Report, entries: Baseline): Report {
  const comments = new Map(entries.map(({ clause, comment }) => [clause, comment]));
  const results = report.results.map((result) => {
    const known = comments.get(result.id);
    return known !== undefined && result.verdict === "broken" ? { ...result, known } : result;
  });
  // It is unknown whether a clause is fixed that was not selected, was not judged or met a mistake of the suite.
  const kept = results.filter(({ verdict }) => verdict === "passed" || verdict === "observed");
  const mended = new Set(kept.map(({ id }) => id));
  const stale = entries.map(({ clause }) => clause).filter((clause) => mended.has(clause));
  return { ...report, results, stale };
}

function commentOf(text: string): string {
  return text.replace(/^#+/, "").trim();
}

function shown(text: string): string {
  return clipped(text.replaceAll(/\p{Cc}/gu, ""), 60);
}
