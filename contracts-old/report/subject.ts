import type { Report } from "./report.ts";

/** What made a report, in the words of its heads, and what can be told of such a run at all. */
export interface Subject {
  readonly suite: string;
  readonly page: string;
  readonly command: string;
  /** What a target does otherwise when it is merely observed. */
  readonly differs: string;
  /** Whether a clock, an account or money is involved. */
  readonly isOfAccount: boolean;
}

const ofContract: Subject = {
  suite: "Contract suite",
  page: "Contract report",
  command: "saldo contract",
  differs: "differs from what is assumed",
  isOfAccount: true,
};

const ofReceiver: Subject = {
  suite: "Receiver check",
  page: "Receiver report",
  command: "saldo receiver check",
  differs: "differs from what is recommended",
  isOfAccount: false,
};

export function subjectOf({ target }: Pick<Report, "target">): Subject {
  return target.kind === "receiver" ? ofReceiver : ofContract;
}
