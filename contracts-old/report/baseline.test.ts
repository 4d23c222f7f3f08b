import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyBaseline, BaselineError, parseBaseline, readBaseline } from "./baseline.ts";
import { sampleReport, sampleResult } from "./testing/sample-report.ts";

const ids = ["fees.floor", "fees.ceiling", "otp.expired-is-refused", "otp.length", "otp.sent", "otp.blocked"];

function parsed(text: string) {
  return parseBaseline(text, "known.txt", ids).entries;
}

function problemOf(text: string): string {
  try {
    parsed(text);
  } catch (error) {
    if (error instanceof BaselineError) return error.message;
    throw error;
  }
  throw new Error("it was taken");
}

describe("a baseline", () => {
  it("lists clauses with their comments, behind them and on the lines before them", () => {
    const text = [
      "\uFEFF# What we know of the deployment in the bank.",
      "",
      "fees.floor # issue 12",
      "# Until the release",
      "# in May:",
      "  fees.ceiling  # issue 13 # and 14  ",
      "",
      "otp.length",
    ].join("\r\n");
    expect(parsed(text)).toEqual([
      { clause: "fees.floor", comment: "issue 12", line: 3 },
      { clause: "fees.ceiling", comment: "Until the release in May: issue 13 # and 14", line: 6 },
      { clause: "otp.length", comment: "", line: 8 },
    ]);
  });

  it("may be empty", () => {
    expect(parsed("# nothing yet\n")).toEqual([]);
  });

  it.each([
    ["fees.flor", 'known.txt:1: there is no clause "fees.flor"'],
    ["\n\nfees.floor\nfees.floor # again", 'known.txt:4: the clause "fees.floor" is listed twice, first on line 3'],
    [
      "fees.floor otp.length",
      'known.txt:1: allowed is one clause id on a line, with "# comment" after it; got "fees.floor otp.length"',
    ],
  ])("says on which line something is wrong: %j", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it("says all that is wrong at once, and nothing that would steer a terminal", () => {
    expect(problemOf("a.b\nfees.floor\n\u001b[2Jc.d").split("\n")).toEqual([
      'known.txt:1: there is no clause "a.b"',
      'known.txt:3: there is no clause "[2Jc.d"',
    ]);
  });

  it("is read from a file; one that is not there is an error of the same kind", async () => {
    const folder = await mkdtemp(join(tmpdir(), "saldo-baseline-"));
    try {
      const file = join(folder, "known.txt");
      await writeFile(file, "otp.length # short\n");
      expect((await readBaseline(file, ids)).entries).toEqual([{ clause: "otp.length", comment: "short", line: 1 }]);
      const missing = readBaseline(join(folder, "other.txt"), ids);
      await expect(missing).rejects.toThrow(BaselineError);
      await expect(missing).rejects.toThrow("ENOENT");
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("a report with a baseline", () => {
  const report = sampleReport({
    baseline: undefined,
    results: [
      sampleResult("fees.floor", { kind: "broken", reason: "99" }),
      sampleResult("fees.ceiling", { kind: "broken", reason: "1001" }),
      sampleResult("otp.expired-is-refused", {}),
      sampleResult("otp.length", { kind: "could-not-run" }),
      sampleResult("otp.sent", { kind: "opted-out" }),
      sampleResult("otp.blocked", { kind: "suite-error" }),
    ],
  });

  it("knows what is listed and broken", () => {
    const known = applyBaseline(report, parseBaseline("fees.floor # 12", "known.txt", ids));
    expect(known.results.map((result) => result.known)).toEqual(["12", ...Array(5).fill(undefined)]);
    expect(known.baseline).toEqual({ known: [{ clause: "fees.floor", comment: "12" }], stale: [] });
  });

  it("calls stale what was seen not to be broken, and not what was not seen", () => {
    const all = applyBaseline(report, parseBaseline(ids.join("\n"), "known.txt", ids));
    expect(all.baseline?.stale).toEqual(["otp.expired-is-refused"]);
    expect(all.baseline?.known.map(({ clause }) => clause)).toEqual(["fees.floor", "fees.ceiling"]);
    const ofNothing = applyBaseline({ ...report, results: [] }, parseBaseline("fees.floor", "known.txt", ids));
    expect(ofNothing.baseline).toEqual({ known: [], stale: [] });
  });
});
