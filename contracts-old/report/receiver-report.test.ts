import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import type { Screen } from "../../src/report/screen.ts";
import type { RecommendedClause } from "../clauses/clause.ts";
import { conclusionOf, exitCodeOf } from "./exit-code.ts";
import { githubReport } from "./github-report.ts";
import { htmlReport } from "./html-report.ts";
import { jsonReport } from "./json-report.ts";
import { junitReport } from "./junit-report.ts";
import type { Report } from "./report.ts";
import { TerminalProgress } from "./terminal-progress.ts";
import { terminalReport } from "./terminal-report.ts";
import { sampleReport, sampleResult } from "./testing/sample-report.ts";
import { elementsOf, readWellFormed } from "./testing/well-formed.ts";

const screen: Screen = { isTerminal: false, columns: 100, hasColours: false };

const clause: RecommendedClause = {
  kind: "recommendation",
  id: "events.unknown",
  text: "What is not known is acknowledged.",
  section: "Versioning",
};

const seen = { clause: "events.unknown", text: "It was answered with 400." };

/** What a check of a receiver finds: no clock, no account, no money. */
const report: Report = {
  version: "0.2.0",
  startedAt: "2026-03-02T12:00:00.000Z",
  durationMs: 830,
  target: { url: "http://localhost:3000/hooks", kind: "receiver", offers: [], time: "none", patienceMs: 0 },
  results: [
    sampleResult("signature.missing", {}),
    sampleResult("signature.base64", { kind: "could-not-run", reason: "Not taken.", needs: "acknowledgement" }),
    sampleResult(clause.id, { kind: "observed", reason: seen.text, observations: [seen] }, { clause }),
  ],
  observations: [seen],
  ledger: { budgetCents: 0, spentCents: 0, entries: [] },
  leftBehind: [],
  suiteErrors: [],
  remarks: ["The slowest of 7 answers took 12 ms."],
};

test("on a terminal it says that it is of a receiver, what is recommended, and nothing of time or money", () => {
  expect(terminalReport(report, screen)).toBe(`\
Receiver check of Saldo 0.2.0 against http://localhost:3000/hooks

               held  observed  could not run
documented        1         ·              1
  signature       1         ·              1
recommended       ·         1              ·
  events          ·         1              ·

Could not run
  • 1 needs a receiver that acknowledges what is signed rightly (acknowledgement)
    signature.base64

Observed: differs from what is recommended, which is no fault
  • events.unknown: It was answered with 400.

Worth knowing
  • The slowest of 7 answers took 12 ms.

Took 830 ms.

Nothing new is broken, but some clauses could not run.
`);
});

test.each([
  [1, "Everything documented held; 1 recommendation did not."],
  [2, "Everything documented held; 2 recommendations did not."],
])("what is recommended counts for nothing, but %i of it is said at the end", (count, said) => {
  const observed = Array.from({ length: count }, (_, at) =>
    sampleResult(`events.other-${at}`, { kind: "observed", reason: seen.text, observations: [seen] }, { clause }),
  );
  const calm = { ...report, results: [sampleResult("signature.missing", {}), ...observed] };
  expect([exitCodeOf(calm), conclusionOf(calm)]).toEqual([0, said]);
});

test("while it runs what is recommended is told apart", () => {
  let told = "";
  const clauses = report.results.map((result) => result.clause);
  const progress = new TerminalProgress(screen, (text) => (told += text), clauses);
  for (const result of report.results) progress.finished(result);
  expect(told).toBe("signature: 1 held, 1 could not run\nevents (recommended): 1 observed\n");
});

test("as JSON it is as the schema of all reports says, with counts of what is recommended", () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(new URL("report.schema.json", import.meta.url), "utf8")));
  const written: unknown = JSON.parse(jsonReport(report));
  validate(written);
  expect(validate.errors).toBeNull();
  expect(written).toMatchObject({ counts: { recommendation: { observed: 1, held: 0 } }, remarks: report.remarks });
});

test("as JSON the report of a contract run counts no recommendations", () => {
  expect(Object.keys(JSON.parse(jsonReport(sampleReport())).counts)).toEqual(["documented", "assumption"]);
});

test("as JUnit it has the name of its command, and recommendations in suites of their own", () => {
  const root = readWellFormed(junitReport(report));
  expect(root.attributes.name).toBe("saldo receiver check");
  expect(elementsOf(root, "testsuite").map(({ attributes }) => attributes.name)).toEqual([
    "signature",
    "events (recommended)",
  ]);
});

test("on GitHub an observation is told as one of what is recommended", () => {
  expect(githubReport(report)).toContain("::notice title=events.unknown (recommended)::It was answered with 400.");
});

test("as a page it has what is worth knowing, and nothing of time or money", () => {
  const root = readWellFormed(htmlReport(report));
  expect(elementsOf(root, "title")[0]?.text).toBe("Receiver report: http://localhost:3000/hooks");
  expect(elementsOf(root, "footer")[0]?.text).toContain("Made by the receiver check of Saldo 0.2.0");
  expect(elementsOf(root, "dt").map(({ text }) => text)).toEqual(["Target", "Run"]);
  expect(elementsOf(root, "h2").map(({ text }) => text)).toEqual([
    "Overview",
    "What could not run",
    "Where the target differs from what is recommended",
    "Worth knowing",
    "Clauses",
  ]);
  expect(elementsOf(root, "h3").map(({ text }) => text)).toEqual(["Documented clauses", "Recommended clauses"]);
});
