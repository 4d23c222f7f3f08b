import { escapeLines, escapeMarkup } from "./markup.ts";

export interface JunitSuite {
  readonly name: string;
  readonly file?: string;
  readonly cases: readonly JunitCase[];
}

export interface JunitCase {
  readonly name: string;
  readonly durationMs: number;
  /** Those with an empty value are left out. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Left out for a case that passed. */
  readonly outcome?: JunitOutcome;
  readonly output?: string;
}

/** Older schemas allow no content in `skipped`, so its message has the whole reason. */
export type JunitOutcome =
  | { readonly kind: "skipped"; readonly message: string }
  | { readonly kind: "failure" | "error"; readonly type: string; readonly message: string; readonly details: string };

/** Returns JUnit XML. `startedAt`: ISO 8601 in UTC. `durationMs`: of the whole run; by default the sum of all cases. */
export function junitXml(name: string, suites: readonly JunitSuite[], startedAt: string, durationMs?: number): string {
  const all = suites.flatMap(({ cases }) => cases);
  // Readers know no zone here.
  const timestamp = startedAt.replace(/(\.\d+)?Z$/, "");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name, ...countsOf(all, durationMs) })}>`,
    ...suites.flatMap((suite) => suiteLines(suite, timestamp)),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteLines({ name, file = "", cases }: JunitSuite, timestamp: string): readonly string[] {
  return [
    `  <testsuite ${attributes({ name, file, ...countsOf(cases), timestamp })}>`,
    ...cases.flatMap((one) => caseLines(one, name)),
    "  </testsuite>",
  ];
}

function caseLines({ name, durationMs, properties = {}, outcome, output = "" }: JunitCase, classname: string) {
  const start = `    <testcase ${attributes({ classname, name, time: seconds(durationMs) })}`;
  const children = [...propertyLines(properties), ...outcomeLines(outcome)];
  if (output !== "") children.push(`      <system-out>${escapeLines(output)}</system-out>`);
  return children.length === 0 ? [`${start} />`] : [`${start}>`, ...children, "    </testcase>"];
}

function propertyLines(properties: Readonly<Record<string, string>>): readonly string[] {
  const given = Object.entries(properties).filter(([, value]) => value !== "");
  const lines = given.map(([name, value]) => `        <property ${attributes({ name, value })} />`);
  return lines.length === 0 ? [] : ["      <properties>", ...lines, "      </properties>"];
}

function outcomeLines(outcome: JunitOutcome | undefined): readonly string[] {
  if (outcome === undefined) return [];
  const { kind, message } = outcome;
  if (kind === "skipped") return [`      <skipped ${attributes({ message })} />`];
  const { type, details } = outcome;
  return [`      <${kind} ${attributes({ message, type })}>${escapeLines(details)}</${kind}>`];
}

function countsOf(cases: readonly JunitCase[], durationMs?: number): Readonly<Record<string, string>> {
  const count = (kind: JunitOutcome["kind"]) => String(cases.filter(({ outcome }) => outcome?.kind === kind).length);
  const sumMs = cases.reduce((sum, one) => sum + one.durationMs, 0);
  return {
    tests: String(cases.length),
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
    time: seconds(durationMs ?? sumMs),
  };
}

/** Returns attributes; those with an empty value are left out. */
function attributes(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.map(([name, value]) => `${name}="${escapeMarkup(value)}"`).join(" ");
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
