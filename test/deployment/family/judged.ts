import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { description } from "../../../contracts/judge/testing/described.ts";
import { TargetUnusable } from "../../../contracts/run/target-unusable.ts";
import type { Finding } from "../../../contracts/run/verdict.ts";
import { runSuite, type SuiteResult } from "../../../contracts/suite.ts";
import { freePort } from "../../free-port.ts";
import type { Choices } from "./choices.ts";
import { apiKey, Member } from "./member.ts";

/** `as it is`: with codes and permissions only; `driven`: with a driver too. */
export const modes = ["as it is", "driven"] as const;
export type Mode = (typeof modes)[number];

export interface Judged {
  /** Documented clauses that were judged. */
  readonly count: number;
  /** Of an honest member, each of them is a false alarm, or a mistake of the suite. */
  readonly alarms: readonly Finding[];
  readonly findings: readonly Finding[];
  /** Why the target could not be used at all. */
  readonly unusable?: string;
  readonly result?: SuiteResult;
}

/** Has the suite judge a member with these choices, as its user would start it. */
export async function judged(choices: Choices, seed: number, mode: Mode): Promise<Judged> {
  const port = await freePort();
  await using member = await Member.start(choices, seed, { "hooks.acme.dev": `http://127.0.0.1:${port}` });
  try {
    const result = await runSuite({
      target: { url: member.url, apiKey, useControlPlane: false },
      description,
      clauses,
      permissions: { open: true, settle: true, webhooks: true, budgetCents: 400_000, cancelOpen: false },
      patienceMs: 10 * 60_000,
      codes: member.codes,
      receiver: { host: "127.0.0.1", port, url: "https://hooks.acme.dev/in" },
      ...(mode === "driven" && { driver: member.driver }),
    });
    const documented = result.findings.filter(({ clause }) => clause.kind === "documented");
    const count = documented.filter(({ kind }) => kind === "passed" || kind === "broken").length;
    const alarms = result.findings.filter(({ kind }) => kind === "broken" || kind === "suite-error");
    return { count, alarms, findings: result.findings, result };
  } catch (error) {
    if (error instanceof TargetUnusable) return { count: 0, alarms: [], findings: [], unusable: error.message };
    throw error;
  }
}
