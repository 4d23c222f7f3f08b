import { shownPassing, shownTime } from "../src/report/shown-time.ts";

/** What a run of scenarios has shown; it has no secrets in it. */
export interface ScenarioReport {
  readonly version: string;
  readonly target: { readonly place: string; readonly url: string };
  readonly startedAt: string;
  readonly scenarios: readonly ScenarioResult[];
  /** Names of the scenarios that were not played to their end. */
  readonly notRun: readonly string[];
  /** Why the run ended early, if it did. */
  readonly fault: string | null;
}

export interface ScenarioResult {
  readonly file: string;
  readonly name: string;
  readonly summary: string;
  readonly passed: boolean;
  readonly durationMs: number;
  /** ISO 8601. */
  readonly worldBeganAt: string | null;
  readonly steps: readonly StepResult[];
}

export interface StepResult extends StepExchange {
  /** Its stepId; with that of the workflow before it, where another workflow depends on that one: `set-up/initiate`. */
  readonly name: string;
  readonly description: string;
  /** `retried`: failed, and made again as the scenario says. */
  readonly state: "passed" | "failed" | "retried" | "not-run";
  readonly unmet: readonly Unmet[];
}

/** The request of a step and its response; all null where no request was made. */
export interface StepExchange {
  readonly request: { readonly method: string; readonly path: string } | null;
  readonly status: number | null;
  readonly durationMs: number;
  /** What the world's clock said afterwards, ISO 8601. */
  readonly worldTime: string | null;
  /** How much of the world's time has passed since the step before. */
  readonly worldMs: number;
}

export const NOTHING_SEEN: StepExchange = { request: null, status: null, durationMs: 0, worldTime: null, worldMs: 0 };

/** Returns the world's time after a step, and how much of it has passed. */
export function timeText({ worldTime, worldMs }: StepExchange): string {
  const passing = shownPassing(worldMs);
  return worldTime === null ? "" : `${shownTime(worldTime)}${passing === "" ? "" : ` (${passing})`}`;
}

/** Returns what a step lacks, in two lines for each thing. */
export function unmetTexts({ unmet }: Pick<StepResult, "unmet">): readonly string[] {
  return unmet.map(({ expected, found }) => `expected ${expected}\nfound ${found}`);
}

/** Something that a step expected and did not find. */
export interface Unmet {
  readonly expected: string;
  readonly found: string;
}
