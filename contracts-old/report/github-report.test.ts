import { describe, expect, it } from "vitest";
import { githubReport } from "./github-report.ts";
import type { Report } from "./report.ts";
import { hostile, sampleReport, sampleResult } from "./testing/sample-report.ts";

interface Command {
  readonly level: string;
  readonly title: string;
  readonly text: string;
}

/** Reads a log as GitHub's runner does: the command up to the next `::`, then the escapes, `%25` last. */
function commandsOf(report: Report): readonly Command[] {
  const lines = githubReport(report).split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => {
    const [, level = "", title = "", text = ""] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
    const data = (escaped: string) => escaped.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
    return { level, title: data(title.replaceAll("%3A", ":").replaceAll("%2C", ",")), text: data(text) };
  });
}

function only(report: Report, level: string): readonly Command[] {
  return commandsOf(report).filter((command) => command.level === level);
}

const quiet: Partial<Report> = { baseline: undefined, observations: [], suiteErrors: [] };

describe("the annotations for GitHub", () => {
  it("are errors for what is broken and not known, for faults of the suite and for stale entries", () => {
    const errors = only(sampleReport({ suiteErrors: ["out of memory"] }), "error");
    expect(errors.map(({ title }) => title)).toEqual([
      "The suite failed",
      "withdrawals.cancelled: the suite failed",
      "otp.expired-is-refused: broken",
      "balance.held-is-not-free: stale",
    ]);
    expect(errors[2]?.text).toContain("A code that is older than 5 minutes is refused.\nA code was taken");
  });

  it("are one warning for each thing that was missing, and none for what was opted out", () => {
    expect(only(sampleReport(), "warning")).toEqual([
      {
        level: "warning",
        title: "1 clause could not run: clock",
        text: "Needs a clock that can be advanced.\nholds.released",
      },
      {
        level: "warning",
        title: "2 clauses could not run: receiver",
        text: "Needs a receiver that the target can reach.\nwebhooks.signed\nwebhooks.retried",
      },
    ]);
  });

  it("are a notice for each observation, ten at most, of which the last one counts the rest", () => {
    const observations = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ clause: "errors.shape", text: `difference ${index + 1}` }));
    const ten = only(sampleReport({ observations: observations(10) }), "notice");
    expect(ten.map(({ text }) => text)).toEqual(observations(10).map(({ text }) => text));
    const many = only(sampleReport({ observations: observations(14) }), "notice");
    expect(many).toHaveLength(10);
    expect(many.at(-2)?.text).toBe("difference 9");
    expect(many.at(-1)?.text).toBe("There are 5 more; the other reports have them all.");
  });

  it("say first how many errors there are when GitHub will not show them all", () => {
    const results = Array.from({ length: 11 }, (_, index) => sampleResult(`otp.clause-${index}`, { kind: "broken" }));
    const errors = commandsOf(sampleReport({ ...quiet, results }));
    expect(errors).toHaveLength(12);
    expect(errors[0]?.text).toContain("There are 11 errors");
  });

  it("come out as they went in, whatever printable they hold, and each on one line", () => {
    const reason = `100%, 50%25 %0A a:b,c\n${hostile}`;
    const results = [sampleResult("odd:clause,one%", { kind: "broken", reason })];
    const commands = commandsOf(sampleReport({ ...quiet, results }));
    expect(commands).toHaveLength(1);
    expect(commands[0]).toMatchObject({ level: "error", title: "odd:clause,one%: broken" });
    expect(commands[0]?.text).toContain(reason.replaceAll(/[^\P{Cc}\n]/gu, ""));
  });

  it("have nothing in them that steers a terminal or turns the direction of writing", () => {
    const text = "\u001b[2J\u001b]0;title\u0007\u009b31m\u202Egnol\u2066\u0000 end";
    const report = sampleReport({
      ...quiet,
      results: [sampleResult(`odd${text}`, { kind: "broken", reason: `reason ${text}` })],
      suiteErrors: [text],
      observations: [{ clause: "errors.shape", text }],
    });
    const log = githubReport(report);
    expect(log).toContain("[2J]0;title31mgnol end");
    expect(log.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it("are none when there is nothing to say", () => {
    expect(githubReport(sampleReport({ ...quiet, results: [sampleResult("otp.sent", {})] }))).toBe("");
  });
});
