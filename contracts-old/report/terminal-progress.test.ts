import { describe, expect, it } from "vitest";
import type { Screen } from "../../src/report/screen.ts";
import type { ClauseResult } from "./report.ts";
import { TerminalProgress } from "./terminal-progress.ts";
import { sampleReport, sampleResult } from "./testing/sample-report.ts";

const terminal: Screen = { isTerminal: true, columns: 60, hasColours: false };
const file: Screen = { isTerminal: false, columns: 60, hasColours: false };

const results: readonly ClauseResult[] = [
  sampleResult("otp.sent", {}),
  sampleResult("fees.floor", { kind: "broken" }),
  sampleResult("otp.length", { kind: "opted-out" }),
];

function run(screen: Screen, of = results): readonly string[] {
  const written: string[] = [];
  const clauses = of.map(({ clause }) => clause);
  const progress = new TerminalProgress(screen, (text) => written.push(text), clauses);
  for (const result of of) {
    progress.started(result.clause);
    progress.finished(result);
  }
  progress.end();
  return written;
}

describe("the progress of a run", () => {
  it("is one line on a terminal, which is rewritten and in the end gone", () => {
    const written = run(terminal);
    expect(written.filter((text) => !text.startsWith("\r\u001b[2K"))).toEqual([]);
    expect(written).toContain("\r\u001b[2K1/3 fees.floor … 0 broken");
    expect(written.filter((text) => text.includes("\n"))).toEqual(["\r\u001b[2Kbroken  fees.floor\n"]);
    expect(written.slice(-2)).toEqual(["\r\u001b[2K3/3 otp.length … 1 broken", "\r\u001b[2K"]);
  });

  it("never fills the line, or it would become two", () => {
    const written = run({ ...terminal, columns: 20 }, [sampleResult("withdrawals.long-name-of-a-clause", {})]);
    expect(written[0]).toBe("\r\u001b[2K0/1 withdrawals.lo…");
  });

  it("is a line for each area elsewhere, as soon as it is done, and one at once for what is broken", () => {
    expect(run(file)).toEqual(["broken  fees.floor\n", "fees: 1 broken\n", "otp: 1 held, 1 opted out\n"]);
  });

  it("tells assumed areas apart from documented ones of the same name", () => {
    const lines = run(file, sampleReport().results);
    expect(lines).toContain("balance: 2 held\n");
    expect(lines).toContain("balance (assumed): 1 observed\n");
  });
});
