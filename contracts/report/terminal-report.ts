import { counted } from "../../src/report/counted.ts";
import { harmless, oneLine } from "../../src/report/printed-text.ts";
import { coloured, type Screen, wrapped } from "../../src/report/screen.ts";
import { durationText } from "../judge/duration.ts";
import { inReais } from "../target/amount.ts";
import type { Changes } from "./changes.ts";
import { clauseKinds } from "./counts.ts";
import { conclusionOf, exitCodeOf, exitCodes } from "./exit-code.ts";
import { fixText } from "./fix.ts";
import type { ClauseResult, Report } from "./report.ts";
import { areasOf, byReason, kindWords, newlyBroken, tallyText } from "./tally.ts";

/** How many lines of a reason are shown; the other reports have the rest. */
const LINES_OF_REASON = 4;

/** The report for people who read it where the run was started. */
export function terminalReport(report: Report, screen: Screen, changes?: Changes): string {
  const { results, version, target, shapes, durationMs } = report;
  const overlay = target.overlay === undefined ? "" : `, described by ${target.overlay}`;
  const isOfReceiver = target.kind === "receiver";
  const isObserved = ({ id, verdict }: ClauseResult) => verdict === "observed" && (isOfReceiver || !isAboutShape(id));
  const mistaken = results.filter(({ verdict }) => verdict === "suite-error");
  const observed = results.filter(isObserved);
  const known = results.flatMap(({ id, known: why }) => (why === undefined ? [] : [why === "" ? id : `${id}: ${why}`]));
  const list = (title: string, texts: readonly string[]) =>
    section(
      screen,
      title,
      texts.flatMap((text) => item(screen, text)),
    );
  const parts = [
    lines(screen, `Saldo ${version}: ${target.kind} ${target.url}${overlay}`),
    table(report, screen),
    section(screen, "Mistakes of the suite", mistaken.flatMap(clause(screen))),
    section(screen, "Broken", newlyBroken(report).flatMap(clause(screen))),
    list("Known to be broken", known),
    list("In the baseline, and not broken any more", report.stale),
    changes === undefined ? [] : list(`Since ${changes.since}`, changed(changes)),
    section(screen, "Not judged", reasons(report, "not-judged", screen)),
    section(screen, "Opted out", reasons(report, "opted-out", screen)),
    list(
      "What would free more",
      report.missing.map(({ how, clauses }) => `${clauses} with ${how}`),
    ),
    list(
      "Responses that differ from what is assumed, which is no fault",
      shapes.map(({ outcomes, differences }) => `${outcomes.join(", ")}: ${differences.join("; ")}`),
    ),
    list(
      `Behaviour that differs from what is ${isOfReceiver ? "recommended" : "assumed"}, which is no fault`,
      observed.map(({ id, observations, fix }) => {
        const how = fix === undefined ? "" : ` ${fixText(fix)}`;
        return `${id}: ${observations.slice(0, 3).join("; ")}${how}`;
      }),
    ),
    section(screen, "Spent", spent(report, screen)),
    list("Left behind", report.leftBehind),
    list("Worth knowing", report.remarks ?? []),
    lines(screen, `${report.isInterrupted ? "Interrupted after" : "Took"} ${durationText(durationMs)}.`),
    conclusion(report, screen, changes),
  ];
  const filled = parts.filter((part) => part.length > 0).map((part) => part.join("\n"));
  return `${withoutCommands(filled.join("\n\n"))}\n`;
}

/** What the section about responses tells already, by outcome in the place of by clause. */
function isAboutShape(id: string): boolean {
  return /^(?:status|envelope|fields|refusal|payload)\./.test(id);
}

/** To some runners a line that begins with `::`, or has `##[`, is a command; what the target says must not give any. */
function withoutCommands(text: string): string {
  return text.replaceAll(/^( *)::/gm, "$1│ ::").replaceAll("##[", "## [");
}

function table({ counts, results }: Report, screen: Screen): readonly string[] {
  const areas = areasOf(results);
  return clauseKinds.flatMap((kind) => {
    const tally = counts[kind];
    if (tally === undefined) return [];
    const troubled = areas.filter(
      (area) => area.kind === kind && area.results.some(({ verdict }) => verdict === "broken"),
    );
    const where = troubled.map(({ name }) => name).join(", ");
    const head = coloured(screen, "bold", `${kindWords[kind].padEnd(12)}`);
    return [`${head} ${tallyText(tally)}${where === "" ? "" : coloured(screen, "red", ` (${where})`)}`];
  });
}

function clause(screen: Screen): (result: ClauseResult) => readonly string[] {
  return ({ id, text, section: heading, reason = "", exchanges, deliveries, acts = [], fix }) => [
    ...item(screen, id).map((line) => coloured(screen, "red", line)),
    ...indented(screen, text),
    ...indented(screen, heading).map((line) => coloured(screen, "dim", line)),
    ...harmless(reason)
      .trimEnd()
      .split("\n")
      .slice(0, LINES_OF_REASON)
      .flatMap((line) => wrapped(line, screen.columns - 6))
      .map((line) => `    │ ${line}`),
    ...(fix === undefined ? [] : indented(screen, fixText(fix))),
    ...acts
      .slice(0, 2)
      .flatMap(({ at, capability, given }) => evidence(screen, `driver ${at}: ${capability} ${given}`)),
    ...exchanges
      .slice(0, 2)
      .flatMap(({ method, path, status, responseBody }) =>
        evidence(screen, `${method} ${path} → ${status ?? "no response"} ${responseBody ?? ""}`),
      ),
    ...deliveries.slice(0, 2).flatMap(({ at, body }) => evidence(screen, `delivered ${at}: ${body}`)),
  ];
}

function evidence(screen: Screen, text: string): readonly string[] {
  const [first = "", ...more] = wrapped(oneLine(text), screen.columns - 6);
  return [coloured(screen, "dim", `    ${first}${more.length > 0 ? " …" : ""}`)];
}

function reasons({ results }: Report, verdict: "not-judged" | "opted-out", screen: Screen): readonly string[] {
  return byReason(results, verdict).flatMap(({ reason, ids }) => [
    ...item(screen, `${ids.length}: ${reason}`),
    ...indented(screen, ids.slice(0, 8).join(", ") + (ids.length > 8 ? ` and ${ids.length - 8} more` : "")).map(
      (line) => coloured(screen, "dim", line),
    ),
  ]);
}

function changed({ broken, mended, notJudged, appeared, gone, settings }: Changes): readonly string[] {
  const told = [
    ...broken.map((id) => `broken now: ${id}`),
    ...mended.map((id) => `fixed: ${id}`),
    ...notJudged.map((id) => `not judged any more: ${id}`),
    ...settings,
    ...appeared.map((text) => `new: ${text}`),
    ...gone.map((text) => `gone: ${text}`),
  ];
  return told.length === 0 ? ["nothing has changed"] : told;
}

function spent({ spent: { budgetCents, cents, payments, mails } }: Report, screen: Screen): readonly string[] {
  if (budgetCents === 0 && mails === 0) return [];
  return [
    ...item(
      screen,
      `${inReais(cents)} of ${inReais(budgetCents)}, in ${counted(payments.length, "payout")}; ${mails} e-mails with a code`,
    ),
    ...payments.flatMap(({ valueCents, withdrawId, story, outcome }) =>
      indented(screen, `${inReais(valueCents)} in "${story}", ${withdrawId}: ${outcomeWords[outcome]}`),
    ),
  ];
}

const outcomeWords = {
  confirmed: "paid out",
  unknown: "no response came: counted as paid out",
  "in-review": "parked for review: counted as paid out",
} as const;

function conclusion(report: Report, screen: Screen, changes: Changes | undefined): readonly string[] {
  const code = exitCodeOf(report, changes);
  const colour =
    code === exitCodes.passed ? "green" : code === exitCodes.broken || code === exitCodes.suiteError ? "red" : "yellow";
  return lines(screen, conclusionOf(report, changes)).map((line) => coloured(screen, colour, line));
}

function section(screen: Screen, title: string, content: readonly string[]): readonly string[] {
  return content.length === 0
    ? []
    : [...lines(screen, title).map((line) => coloured(screen, "bold", line)), ...content];
}

function item(screen: Screen, text: string): readonly string[] {
  return wrapped(oneLine(text), screen.columns - 4).map((line, index) => `${index === 0 ? "  • " : "    "}${line}`);
}

function indented(screen: Screen, text: string): readonly string[] {
  return wrapped(oneLine(text), screen.columns - 4).map((line) => `    ${line}`);
}

function lines(screen: Screen, text: string): readonly string[] {
  return wrapped(oneLine(text), screen.columns);
}
