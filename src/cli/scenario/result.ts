/** What a run of scenarios has shown; it holds no secrets. */
export interface ScenarioReport {
  readonly version: string;
  readonly target: { readonly place: string; readonly url: string };
  readonly startedAt: string;
  readonly scenarios: readonly ScenarioResult[];
  /** Names of those that it did not come to. */
  readonly notRun: readonly string[];
  /** Why not all of it was run, if so. */
  readonly fault: string | null;
}

export interface ScenarioResult {
  readonly file: string;
  readonly name: string;
  readonly summary: string;
  readonly passed: boolean;
  readonly durationMs: number;
  /** When its world began, ISO 8601. */
  readonly worldBeganAt: string | null;
  readonly steps: readonly StepResult[];
}

export interface StepResult {
  /** Its stepId; in a workflow that was played before, after that one's: `set-up/initiate`. */
  readonly name: string;
  readonly description: string;
  /** `retried`: failed, and made again as the scenario says. */
  readonly state: "passed" | "failed" | "retried" | "not-run";
  /** null when no request was made. */
  readonly request: { readonly method: string; readonly path: string } | null;
  readonly status: number | null;
  readonly durationMs: number;
  /** What the world's clock said afterwards, ISO 8601. */
  readonly worldTime: string | null;
  /** How much of the world's time has passed since the step before. */
  readonly worldMs: number;
  readonly unmet: readonly Unmet[];
}

/** What was not as it should be. */
export interface Unmet {
  readonly expected: string;
  readonly found: string;
}

/** What a step shows that had no answer. */
export const NO_ANSWER = { request: null, status: null, durationMs: 0, worldTime: null, worldMs: 0 } as const;
