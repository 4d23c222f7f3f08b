import { describe, expect, it } from "vitest";
import { junitReport } from "./junit-report.ts";
import { hostile, sampleReport, sampleResult } from "./testing/sample-report.ts";
import { type Element, elementsOf, readWellFormed } from "./testing/well-formed.ts";

const root = readWellFormed(junitReport(sampleReport()));

function caseOf(id: string): Element {
  const found = elementsOf(root, "testcase").find(({ attributes }) => attributes.name === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

function outcomeOf(id: string): readonly string[] {
  return caseOf(id).children.map(({ name }) => name);
}

describe("the JUnit report", () => {
  it("has a suite for each area, the assumed ones apart, with counts and seconds", () => {
    expect(root.children.map(({ attributes }) => attributes.name)).toEqual([
      ...["balance", "otp", "fees", "webhooks", "holds", "withdrawals"],
      ...["withdrawals (assumed)", "balance (assumed)", "errors (assumed)", "baseline"],
    ]);
    expect(root.attributes).toMatchObject({ tests: "14", failures: "2", errors: "1", skipped: "5", time: "83.457" });
    expect(root.children[1]?.attributes).toMatchObject({
      tests: "2",
      failures: "1",
      errors: "0",
      skipped: "0",
      time: "301.320",
      timestamp: "2026-03-02T12:00:00",
    });
    expect(caseOf("otp.expired-is-refused").attributes).toMatchObject({ classname: "otp", time: "301.200" });
  });

  it("passes what held", () => {
    expect(outcomeOf("balance.in-cents")).toEqual([]);
  });

  it("fails what is broken, with its whole reason", () => {
    const [failure] = caseOf("otp.expired-is-refused").children;
    expect(failure).toMatchObject({
      name: "failure",
      attributes: { message: "A code was taken 5 minutes and 1 second after it was sent.", type: "broken" },
    });
    expect(failure?.text).toContain("A code that is older than 5 minutes is refused.");
    expect(failure?.text).toContain("fifth line");
  });

  it("skips what is known to be broken, with the comment", () => {
    expect(caseOf("fees.floor").children).toMatchObject([
      { name: "skipped", attributes: { message: "broken, and known to be: Issue 12 of theirs, <soon> mended" } },
    ]);
  });

  it("passes what was observed, and says what was seen", () => {
    const { children } = caseOf("withdrawals.status-at-refusal");
    expect(children).toMatchObject([
      { name: "system-out", text: "observed: withdrawals.status-at-refusal: 422 was expected, 400 came." },
    ]);
  });

  it("skips what could not run or was opted out, and says why", () => {
    const message = (id: string) => caseOf(id).children.map(({ name, attributes }) => [name, attributes.message]);
    expect(message("webhooks.signed")).toEqual([["skipped", "could not run (needs receiver): No receiver was given."]]);
    expect(message("webhooks.created")).toEqual([["skipped", "opted out (needs allow-webhooks): Not allowed."]]);
  });

  it("tells a fault of the suite as an error, and a stale entry as a failure", () => {
    expect(outcomeOf("withdrawals.cancelled")).toEqual(["error"]);
    const stale = elementsOf(root, "testsuite").find(({ attributes }) => attributes.name === "baseline");
    expect(stale?.attributes).toMatchObject({ tests: "1", failures: "1" });
  });

  it("has an error for each fault without a clause, and for a selection that is empty", () => {
    const empty = readWellFormed(junitReport(sampleReport({ results: [], suiteErrors: ["out of memory"] })));
    expect(empty.attributes).toMatchObject({ errors: "2" });
    expect(elementsOf(empty, "error").map(({ text }) => text)).toEqual([
      "Nothing was selected, so nothing is known.",
      "out of memory",
    ]);
  });

  it("is well-formed whatever a target says, and loses only what XML cannot hold", () => {
    const kinds = ["held", "broken", "observed", "could-not-run", "opted-out", "suite-error"] as const;
    const results = kinds.map((kind) =>
      sampleResult(`odd.${kind}`, { kind, reason: hostile, observations: [{ clause: "odd.held", text: hostile }] }),
    );
    const odd = readWellFormed(junitReport(sampleReport({ results, suiteErrors: [hostile] })));
    const told = hostile.replace("\u001b", "").replace("\u0000", "").replace("\uFFFF", "").replace("\uD800", "");
    expect(elementsOf(odd, "failure")[0]?.text).toContain(told);
    expect(elementsOf(odd, "skipped")[0]?.attributes.message).toContain(told);
    expect(elementsOf(odd, "system-out")).toHaveLength(6);
  });
});
