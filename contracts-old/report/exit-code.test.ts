import { describe, expect, it } from "vitest";
import { conclusionOf, exitCodeOf, exitCodes } from "./exit-code.ts";
import type { ClauseResult, Report } from "./report.ts";
import { sampleReport, sampleResult } from "./testing/sample-report.ts";
import type { VerdictKind } from "./verdict.ts";

const clean: Partial<Report> = { suiteErrors: [], baseline: undefined };

function reportOf(results: readonly ClauseResult[], changes: Partial<Report> = {}): Report {
  return sampleReport({ ...clean, results, ...changes });
}

function withKinds(...kinds: readonly VerdictKind[]): Report {
  return reportOf(kinds.map((kind, index) => sampleResult(`area.clause-${index}`, { kind })));
}

describe("the exit code", () => {
  it("is 0 when everything held", () => {
    expect(exitCodeOf(withKinds("held", "held"))).toBe(0);
  });

  it.each(["observed", "opted-out"] as const)("does not count %s against the target", (kind) => {
    expect(exitCodeOf(withKinds("held", kind))).toBe(0);
  });

  it.each([
    ["broken", 1],
    ["could-not-run", 3],
    ["suite-error", 4],
  ] as const)("tells %s by %i", (kind, code) => {
    expect(exitCodeOf(withKinds("held", kind))).toBe(code);
  });

  it("tells a fault of the suite before what is broken, and that before what could not run", () => {
    expect(exitCodeOf(withKinds("could-not-run", "broken", "suite-error"))).toBe(4);
    expect(exitCodeOf(withKinds("could-not-run", "broken", "observed"))).toBe(1);
    expect(exitCodeOf(withKinds("observed", "could-not-run", "opted-out"))).toBe(3);
  });

  it.each(["", "a comment"])("does not count a break that is known, with the comment %j", (known) => {
    const report = reportOf([sampleResult("fees.floor", { kind: "broken" }, { known })]);
    expect(exitCodeOf(report)).toBe(0);
    expect(conclusionOf(report)).toBe("Nothing is broken that was not known to be.");
  });

  it("is 1 for an entry of the baseline that is stale, even if all held", () => {
    const baseline = { known: [], stale: ["fees.floor"] };
    const report = reportOf([sampleResult("fees.floor", {})], { baseline });
    expect(exitCodeOf(report)).toBe(1);
    expect(conclusionOf(report)).toBe("1 entry of the baseline is stale.");
  });

  it("is 4 for a fault of the suite that belongs to no clause", () => {
    expect(exitCodeOf(reportOf([sampleResult("fees.floor", {})], { suiteErrors: ["out of memory"] }))).toBe(4);
  });

  it("is 4 when nothing was selected: a misspelt filter must not pass", () => {
    const report = reportOf([]);
    expect(exitCodeOf(report)).toBe(4);
    expect(conclusionOf(report)).toBe("Nothing was selected, so nothing is known.");
  });

  it("leaves 2 to wrong usage", () => {
    expect(exitCodes.usage).toBe(2);
  });
});
