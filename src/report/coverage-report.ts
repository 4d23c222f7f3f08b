import type { Coverage } from "../spec/generated/control-api.ts";
import { type JunitCase, junitXml } from "./junit.ts";

function pointsOf({ outcomes, events, faults }: Coverage) {
  return [
    ...outcomes.map(({ operationId, outcome, count }) => {
      return { group: "outcome", name: `${operationId} ${outcome}`, count } as const;
    }),
    ...events.map(({ event, count }) => ({ group: "event", name: event, count }) as const),
    ...faults.map(({ kind, count }) => ({ group: "fault", name: kind, count }) as const),
  ];
}

/** Returns the figures, and what was never met, as lines for people. */
export function coverageText(report: Coverage): string {
  const points = pointsOf(report);
  const groups = Map.groupBy(points, ({ group }) => group);
  const figures = [...groups].map(([group, all]) => {
    const met = all.filter(({ count }) => count > 0).length;
    return `${`${group}s`.padEnd(8)}  ${met} of ${all.length}`;
  });
  const never = points.filter(({ count }) => count === 0).map(({ group, name }) => `  ${group.padEnd(7)}  ${name}`);
  const unmet = never.length === 0 ? [] : ["", "never met:", ...never];
  return [`coverage  ${report.percent} % (${report.met} of ${report.total})`, ...figures, ...unmet, ""].join("\n");
}

/** Returns JUnit XML: a test case for each point, skipped if it was never met, and one that fails below `min` percent. */
export function coverageXml(report: Coverage, startedAt: string, min = 0): string {
  const cases = pointsOf(report).map(({ group, name, count }): JunitCase => {
    const outcome = count > 0 ? {} : { outcome: { kind: "skipped", message: "never met" } as const };
    return { name: `${group} ${name}`, durationMs: 0, properties: { count: String(count) }, ...outcome };
  });
  const name = "saldo coverage";
  return junitXml(name, [{ name, cases: [minimumCase(report, min), ...cases] }], startedAt);
}

function minimumCase({ percent, met, total }: Coverage, min: number): JunitCase {
  const name = `at least ${min} %`;
  if (percent >= min) return { name, durationMs: 0 };
  const message = `${percent} % (${met} of ${total}) were met`;
  return { name, durationMs: 0, outcome: { kind: "failure", type: "coverage", message, details: message } };
}
