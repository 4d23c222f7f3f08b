import { orUserError } from "../../../src/cli/user-error.ts";
import { readTextFile } from "../../../src/text-file.ts";
import { version } from "../../../src/version.ts";
import type { Clause } from "../../clauses/clause.ts";
import type { Description } from "../../judge/description.ts";
import { type Report, reportOf } from "../../report/report.ts";
import { type Recording, recordingOf } from "../../traffic/har.ts";
import { judgeTrace } from "../../traffic/judge-trace.ts";

/** Reads a HAR file; `url` says where the interface was, if that is not to be found in it. Throws `UserError`. */
export async function readRecording(
  file: string,
  description: Description,
  url: string | undefined,
): Promise<Recording> {
  const text = await orUserError(() => readTextFile(file), "--har");
  return orUserError(async () => recordingOf(text, { description, url }), `--har ${file}`);
}

/** Judges what was recorded; its report tells when that was. */
export function reportOnTraffic(
  { trace, url, keys }: Recording,
  clauses: readonly Clause[],
  description: Description,
  overlay: string | undefined,
  remarks: readonly string[] = [],
): Report {
  const times = trace.flatMap((entry) => (entry.kind === "call" ? [entry.askedAt, entry.answeredAt] : []));
  const startedAt = times.reduce((one, other) => Math.min(one, other), times[0] ?? 0);
  const endedAt = times.reduce((one, other) => Math.max(one, other), startedAt);
  const report = reportOf(judgeTrace(trace, description, clauses), description, {
    version,
    startedAt: new Date(startedAt),
    durationMs: endedAt - startedAt,
    target: { url, kind: "recording", ...(overlay !== undefined && { overlay }) },
    budgetCents: 0,
    secrets: keys,
  });
  return remarks.length === 0 ? report : { ...report, remarks };
}
