import type { TargetChoice } from "../target-options.ts";

/** What `saldo scenario run` can be told. */
export interface ScenarioChoice extends TargetChoice {
  /** By name; a later one replaces an earlier one of the same name. */
  readonly input: readonly GivenInput[];
  readonly junit?: string;
  readonly json?: string;
}

export interface GivenInput {
  readonly name: string;
  readonly value: string;
}
