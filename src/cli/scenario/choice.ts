/** What `saldo scenario run` can be told. */
export interface ScenarioChoice {
  readonly url?: string;
  readonly container?: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
  /** By name; a later one replaces an earlier one of the same name. */
  readonly input: readonly GivenInput[];
  readonly receiverHost: string;
  readonly receiverPort: number;
  readonly receiverUrl?: string;
  readonly junit?: string;
  readonly json?: string;
}

export interface GivenInput {
  readonly name: string;
  readonly value: string;
}

/** How the process ends. `usage`: wrong flags or a wrong file; `broken`: the command itself. */
export const exitCodes = { passed: 0, failed: 1, usage: 2, unusable: 3, broken: 4 } as const;
