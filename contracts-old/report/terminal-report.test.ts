import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { type Screen, screenOf } from "../../src/report/screen.ts";
import type { Report } from "./report.ts";
import { terminalReport } from "./terminal-report.ts";
import { sampleReport, sampleResult } from "./testing/sample-report.ts";

const plain: Screen = { isTerminal: false, columns: 100, hasColours: false };

/** The lines below a title, up to the next empty one. */
function part(report: Report, title: string, screen = plain): readonly string[] {
  const parts = terminalReport(report, screen).split("\n\n");
  const found = parts.find((text) => text.startsWith(title));
  return found === undefined ? [] : found.trimEnd().split("\n").slice(1);
}

describe("the report on a terminal", () => {
  it("has a table of areas and verdicts, the documented clauses apart from the assumed", () => {
    expect(terminalReport(sampleReport(), plain)).toContain(`
               held  broken  observed  could not run  opted out  suite error
documented        3       2         ·              3          1            1
  balance         2       ·         ·              ·          ·            ·
  otp             1       1         ·              ·          ·            ·
  fees            ·       1         ·              ·          ·            ·
  webhooks        ·       ·         ·              2          1            ·
  holds           ·       ·         ·              1          ·            ·
  withdrawals     ·       ·         ·              ·          ·            1
assumed           1       ·         2              ·          ·            ·
  withdrawals     ·       ·         1              ·          ·            ·
  balance         ·       ·         1              ·          ·            ·
  errors          1       ·         ·              ·          ·            ·
`);
  });

  it("tells of each broken clause what it says, where that stands, and at most three lines of the reason", () => {
    const lines = part(sampleReport(), "Broken\n");
    expect(lines.slice(0, 5)).toEqual([
      "  • otp.expired-is-refused",
      "    A code that is older than 5 minutes is refused.",
      "    States and transitions: Withdrawal",
      "    │ A code was taken 5 minutes and 1 second after it was sent.",
      "    │ The answer was 200; any 4xx was expected.",
    ]);
    expect(lines.at(-1)).toBe("    │ … the other reports have the rest");
    expect(lines.join("\n")).not.toContain("fifth line");
  });

  it("shows a reason of one endless line no longer than the others", () => {
    const results = [sampleResult("otp.sent", { kind: "broken", reason: "word ".repeat(2_000) })];
    expect(part(sampleReport({ results }), "Broken\n").length).toBeLessThan(20);
  });

  it("groups what could not run by what was needed, and what was opted out by what to allow", () => {
    expect(part(sampleReport(), "Could not run\n")).toEqual([
      "  • 1 needs a clock that can be advanced (clock)",
      "    holds.released",
      "  • 2 needs a receiver that the target can reach (receiver)",
      "    webhooks.signed, webhooks.retried",
    ]);
    expect(part(sampleReport(), "Opted out\n")).toEqual([
      "  • 1 would need leave to create webhooks (allow-webhooks)",
      "    webhooks.created",
    ]);
  });

  it("tells each observation once", () => {
    const [first] = sampleReport().observations;
    if (first === undefined) throw new Error("the sample has observations");
    expect(part(sampleReport({ observations: [first, first] }), "Observed")).toEqual([
      "  • withdrawals.status-at-refusal: 422 was expected, 400 came.",
    ]);
  });

  it("tells what was known, what is stale, what was spent, what is left behind, and how time passed", () => {
    expect(part(sampleReport(), "Known")).toEqual(["  • fees.floor: Issue 12 of theirs, <soon> mended"]);
    expect(part(sampleReport(), "Stale")).toEqual(["  • balance.held-is-not-free"]);
    expect(part(sampleReport(), "Real money")[0]).toBe("  • R$ 20.00 spent of R$ 50.00");
    expect(part(sampleReport(), "Left behind")).toEqual(["  • The webhook wh_1 could not be deleted: 503."]);
    const text = terminalReport(sampleReport(), { ...plain, columns: 200 });
    expect(text).toContain(
      "Time really passed, with patience for 6 min; the clock was advanced for 1 clause, time was waited out for 1 clause.",
    );
  });

  it("has no table when nothing was selected", () => {
    const empty = terminalReport(sampleReport({ results: [], baseline: undefined }), plain).split("\n\n");
    expect(empty[1]).toMatch(/^Observed/);
    expect(empty.at(-1)).toBe("Nothing was selected, so nothing is known.\n");
  });

  it("is short when all held", () => {
    const ledger = { budgetCents: 0, spentCents: 0, entries: [] };
    const results = [sampleResult("otp.sent", {})];
    const calm = sampleReport({ results, ledger, observations: [], leftBehind: [], baseline: undefined });
    expect(terminalReport(calm, plain).trimEnd().split("\n")).toHaveLength(11);
    expect(terminalReport(calm, plain)).toMatch(/\n\nEverything held\.\n$/);
  });

  it.each([40, 60, 80, 200])("is never wider than a screen of %i columns", (columns) => {
    const lines = terminalReport(sampleReport(), { ...plain, columns }).split("\n");
    expect(lines.filter((line) => Array.from(line).length > columns)).toEqual([]);
  });

  it("gives no orders to the terminal, nor to a runner that reads the log, whatever the target says", () => {
    const nasty = "a\u001b[2J\u009b1m\u202Eb\r\n::error::x\n##[error]y";
    const results = [sampleResult("otp.sent", { kind: "broken", reason: nasty })];
    const observations = [{ clause: "otp.sent", text: `${"x".repeat(25)} ::error::x` }];
    const text = terminalReport(sampleReport({ results, observations, suiteErrors: [nasty] }), {
      ...plain,
      columns: 40,
    });
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toContain("##[");
  });

  it("has colours only on a terminal, and not where NO_COLOR is set", () => {
    const terminal = { isTTY: true, columns: 100 };
    const coloured = terminalReport(sampleReport(), screenOf(terminal, {}));
    const uncoloured = terminalReport(sampleReport(), screenOf(terminal, { NO_COLOR: "1" }));
    expect(coloured).toContain("\u001b[31m");
    expect(stripVTControlCharacters(coloured)).toBe(uncoloured);
    expect(terminalReport(sampleReport(), screenOf({}, {}))).toBe(uncoloured);
  });
});
