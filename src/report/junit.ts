import { escapeLines, escapeMarkup } from "./markup.ts";

export interface JunitCase {
  readonly name: string;
  readonly durationMs: number;
  readonly outcome: "pass" | "failure" | "error" | "skipped";
  /** Why it did not pass, on one line. */
  readonly message?: string;
  /** The whole reason of a failure or an error, and what sort of failure it is. */
  readonly details?: string;
  readonly type?: string;
  readonly properties?: readonly (readonly [name: string, value: string])[];
  readonly output?: string;
}

export interface JunitSuite {
  readonly name: string;
  /** Where it is described. */
  readonly file?: string;
  readonly cases: readonly JunitCase[];
}

export interface JunitRun {
  /** The command that was run. */
  readonly name: string;
  /** ISO 8601, in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly suites: readonly JunitSuite[];
}

/** Returns JUnit's XML of a run. */
export function junitXml({ name, startedAt, durationMs, suites }: JunitRun): string {
  const all = suites.flatMap(({ cases }) => cases);
  // Readers know no zone here; the instant is in UTC.
  const timestamp = startedAt.replace(/(\.\d+)?Z$/, "");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...numbers(all, durationMs) })}>`,
    ...suites.flatMap((suite) => suiteLines(suite, timestamp)),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteLines({ name, file, cases }: JunitSuite, timestamp: string): readonly string[] {
  const durationMs = cases.reduce((sum, one) => sum + one.durationMs, 0);
  return [
    `  <testsuite${attributes({ name, file, ...numbers(cases, durationMs), timestamp })}>`,
    ...cases.map((one) => caseElement(one, name)),
    "  </testsuite>",
  ];
}

function caseElement(one: JunitCase, suite: string): string {
  const { properties = [], output = "" } = one;
  const start = `    <testcase${attributes({ classname: suite, name: one.name, time: seconds(one.durationMs) })}`;
  const children = [
    ...(properties.length === 0 ? [] : ["      <properties>"]),
    ...properties.map(([name, value]) => `        <property${attributes({ name, value })} />`),
    ...(properties.length === 0 ? [] : ["      </properties>"]),
    ...outcomeElement(one),
    ...(output === "" ? [] : [`      <system-out>${escapeLines(output)}</system-out>`]),
  ];
  return children.length === 0 ? `${start} />` : [`${start}>`, ...children, "    </testcase>"].join("\n");
}

function outcomeElement({ outcome, message, details = "", type }: JunitCase): readonly string[] {
  if (outcome === "pass") return [];
  // Older schemas allow no content in `skipped`, so that its message has the whole reason.
  if (outcome === "skipped") return [`      <skipped${attributes({ message })} />`];
  return [`      <${outcome}${attributes({ message, type })}>${escapeLines(details)}</${outcome}>`];
}

function numbers(cases: readonly JunitCase[], durationMs: number) {
  const count = (outcome: JunitCase["outcome"]) => String(cases.filter((one) => one.outcome === outcome).length);
  return {
    tests: String(cases.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: seconds(durationMs),
  };
}

function attributes(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return given.map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`).join("");
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
