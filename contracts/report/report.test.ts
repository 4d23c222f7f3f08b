import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { acted, arrived } from "../model/testing/told.ts";
import { fixFor } from "../receiver/fixes.ts";
import { watchedText } from "../trace/evidence.ts";
import { applyBaseline, readBaseline } from "./baseline.ts";
import { changesSince, readLast } from "./changes.ts";
import { conclusionOf, exitCodeOf } from "./exit-code.ts";
import { githubReport } from "./github-report.ts";
import { htmlReport } from "./html-report.ts";
import { junitReport } from "./junit-report.ts";
import { terminalReport } from "./terminal-report.ts";
import { hostile, sampleReport, sampleResult } from "./testing/sample-report.ts";

const schema = JSON.parse(await readFile(new URL("report.schema.json", import.meta.url), "utf8"));
const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
formats.default(ajv);
const validate = ajv.compile(schema);

const screen = { isTerminal: false, columns: 100, hasColours: false };
const last = {
  ...sampleReport({ results: [sampleResult("otp.six-digits"), sampleResult("otp.expires")] }),
  exitCode: 0,
};
const broken = sampleResult("balance.available", { verdict: "broken", reason: "it is gone" });
const passed = sampleResult("balance.available");
const unjudged = sampleResult("otp.expires", { verdict: "not-judged", reason: "nothing has shown it" });

describe("the JSON report", () => {
  const changes = changesSince(readLast(JSON.stringify(last)), sampleReport());
  const document = JSON.parse(JSON.stringify({ ...sampleReport(), changes, exitCode: 1 }));

  it("is as its schema says, with everything in it that a report can have", () => {
    expect([validate(document), validate.errors]).toEqual([true, null]);
  });

  it.each(["results", "spent", "counts", "exitCode", "stale"])("lacks nothing: %s", (member) => {
    const { [member]: _, ...rest } = document;
    expect(validate(rest)).toBe(false);
  });
});

describe("the status that a run ends with", () => {
  it.each([
    [0, [passed]],
    [0, [passed, { ...unjudged, kind: "assumption" }]],
    [0, [{ ...broken, known: "" }]],
    [1, [broken, unjudged]],
    [3, [passed, unjudged]],
    [4, [broken, sampleResult("fee.reads", { verdict: "suite-error" })]],
    [4, []],
  ] as const)("is %i", (code, results) => {
    expect(exitCodeOf(sampleReport({ results, stale: [] }))).toBe(code);
  });

  it("counts an entry of the baseline that is not true any more", () => {
    const baseline = readBaseline("balance.available # ticket 12\n", "known.txt", ["balance.available"]);
    expect(exitCodeOf(applyBaseline(sampleReport({ results: [passed] }), baseline))).toBe(1);
    expect(applyBaseline(sampleReport({ results: [broken] }), baseline).results[0]?.known).toBe("ticket 12");
  });

  it("is of no baseline with a line that cannot be meant", () => {
    const text = "# known\nbalance.available\nbalance.available\nno.such\ntwo words\n";
    expect(() => readBaseline(text, "known.txt", ["balance.available"])).toThrow(
      [
        `known.txt:3: the clause "balance.available" is listed twice, first on line 2`,
        `known.txt:4: there is no clause "no.such"`,
        `known.txt:5: allowed is one clause id on a line, with "# comment" after it; got "two words"`,
      ].join("\n"),
    );
  });

  it("takes the report of a run as a baseline: what was broken in it is known", () => {
    const report = sampleReport({ results: [broken, sampleResult("otp.expires")] });
    const baseline = readBaseline(`\uFEFF${JSON.stringify(report, null, 2)}\n`, "last.json", [broken.id]);
    expect(applyBaseline(report, baseline).results[0]?.known).toBe(`broken on ${report.startedAt}`);
    expect(exitCodeOf(applyBaseline(sampleReport({ results: [passed] }), baseline))).toBe(1);
  });

  it.each([
    ["another JSON file", '{\n"results": {}\n}\n', "it is no report of saldo contract (--save-json)"],
    ["a damaged report", '{\n"results": [\n', "it is no report of saldo contract (--save-json)"],
    ["other clauses", JSON.stringify(sampleReport({ results: [broken] })), 'there is no clause "balance.available"'],
  ])("says in one line why a JSON file is no baseline: %s", (_, text, reason) => {
    expect(() => readBaseline(text, "last.json", [])).toThrow(new Error(`last.json: ${reason}`));
  });

  it.each([
    [0, [broken], [broken], "Nothing has changed since the last report."],
    [1, [passed], [broken], "The target breaks 1 clause more."],
    [0, [broken], [passed], "Nothing has changed since the last report."],
    [3, [sampleResult("otp.expires")], [unjudged], "Nothing new is broken; some clauses were not judged."],
    [
      5,
      [sampleResult("behaviour.lists", { verdict: "observed", observations: ["3 are listed"] })],
      [sampleResult("behaviour.lists", { verdict: "observed", observations: ["none is listed"] })],
      "Nothing new is broken; the target behaves differently since the last report.",
    ],
  ] as const)("is %i by what is new since the last run", (code, before, now, conclusion) => {
    const report = sampleReport({ results: now, stale: [] });
    const changes = changesSince(readLast(JSON.stringify(sampleReport({ results: before }))), report);
    expect([exitCodeOf(report, changes), conclusionOf(report, changes)]).toEqual([code, conclusion]);
  });

  it("tells fees and lives that are others now, and not a life that may be the same", () => {
    const account = { withdrawalFee: 275, minimumWithdrawal: 101, codeLifeMs: { atLeast: 3_900, atMost: 5_000 } };
    const last = readLast(JSON.stringify(sampleReport({ results: [passed], stale: [], account })));
    const since = (now: object) => sampleReport({ results: [passed], stale: [], account: { ...account, ...now } });
    const dearer = since({ withdrawalFee: 300, codeLifeMs: { atLeast: 4_100, atMost: 5_500 } });
    const changes = changesSince(last, dearer);
    expect(changes.settings).toEqual(["the fee of a withdrawal is 300 cents, and was 275 cents"]);
    expect(exitCodeOf(dearer, changes)).toBe(5);
    expect(terminalReport(dearer, screen, changes)).toContain("the fee of a withdrawal is 300 cents");
    expect(changesSince(last, since({ codeLifeMs: { atLeast: 9_000, atMost: 9_900 } })).settings).toEqual([
      "the life of a code is 9000 to 9900 ms, and was 3900 to 5000 ms",
    ]);
    expect(exitCodeOf(since({}), changesSince(last, since({})))).toBe(0);
  });

  it.each([
    ["{", /^it is no report of saldo contract \(--save-json\)$/],
    ["<testsuites/>", /^it is no report of saldo contract \(--save-json\)$/],
    ["[]", /no report of saldo contract/],
    ['{"format":1,"results":[]}', /its format is 1; this version compares format 2/],
    ['{"format":2,"results":[{"id":1}]}', /one of its results has no id or no verdict/],
  ])("compares with no damaged report: %s", (text, message) => {
    expect(() => readLast(text)).toThrow(message);
  });
});

it("a finding about deliveries tells how long the run went on, what its receiver got, and what the driver did", () => {
  const act = { ...acted("daily-withdrawal", {}), startedAt: 1_000, at: 2_000 };
  const paid = { ...arrived({ event: "charge.paid" }), at: 4_000 };
  expect(watchedText([act], [act, paid, { ...paid, at: 9_000 }])).toBe(
    "The run went on for 8 s after it; its receiver got charge.paid (2).",
  );
  expect(watchedText([act], [act, { ...paid, account: "other" }])).toBe(
    "The run went on for 0 s after it; its receiver got nothing.",
  );
  expect(terminalReport(sampleReport(), screen)).toContain("driver 2026-03-02");
  expect(htmlReport(sampleReport())).toContain("The driver: <code>pay-charge");
});

it("a name in backticks is code on the page", () => {
  const report = sampleReport();
  const results = report.results.map((one) => ({ ...one, text: "The receiver acknowledges `charge.<paid>`." }));
  const page = htmlReport({ ...report, results });
  expect(page).toContain("The receiver acknowledges <code>charge.&#60;paid&#62;</code>.");
  expect(page).not.toContain("`charge");
});

it("a delivery of the receiver check is shown byte for byte, with what is wrong with it and how to fix the receiver", () => {
  const result = sampleResult("signature.other-secret", {
    verdict: "broken",
    exchanges: [
      {
        at: "2026-03-02T12:00:01.250Z",
        durationMs: 34,
        method: "POST",
        path: "/hooks",
        requestBody: '{ "event":"charge.paid"}\r\n',
        status: 204,
        responseHeaders: {},
        responseBody: null,
        sent: { what: "a signature with another secret", expected: "rejected" },
      },
    ],
    fix: fixFor("signature.other-secret"),
  });
  const page = htmlReport(sampleReport({ results: [result] }));
  expect(page).toContain(
    '{<span class="mark">·</span>&#34;event&#34;:&#34;charge.paid&#34;}<span class="mark">\\r\\n</span>',
  );
  expect(page).toContain("<strong>Forged:</strong> a signature with another secret");
  expect(page).toContain("<code>docs/receiver-fixes.md#compare-signature</code>");
  const text = terminalReport(sampleReport({ results: [result] }), screen);
  expect(text).toContain("    How to fix it: Compare the whole header with `sha256=` and");
});

describe("what a target says does no harm", () => {
  it("to a terminal, or to the log of a runner", () => {
    const text = terminalReport(sampleReport(), screen);
    expect(text).not.toMatch(/[^\P{Cc}\n]|^::/mu);
    const commands = githubReport(sampleReport()).trimEnd().split("\n");
    expect(commands.every((line) => /^::(error|warning|notice) title=/.test(line))).toBe(true);
    expect(commands.filter((line) => line.startsWith("::error"))).toHaveLength(3);
  });

  it.each([
    ["HTML", htmlReport(sampleReport())],
    ["JUnit XML", junitReport(sampleReport())],
  ])("to a reader of %s", (_, text) => {
    expect(text).not.toContain("<script");
    expect(text).not.toMatch(/[^\P{Cc}\n]|\uFFFF/u);
    expect(text).not.toContain(hostile);
  });
});

it("a person sees what is broken, why, what shows it, and what it cost", () => {
  const text = terminalReport(sampleReport(), screen);
  expect(text).toContain("Broken\n  • otp.six-digits\n    A clause that is there for this test.");
  expect(text).toContain("POST /account-balance/withdraw?trace=a&b=<i> → 201");
  expect(text).toContain("Known to be broken\n  • history.value: since 2 March");
  expect(text).toContain("R$ 3.00 of R$ 15.00, in 1 payout; 2 e-mails with a code");
  expect(text).toContain("Interrupted after 1 min 2 s.");
});
