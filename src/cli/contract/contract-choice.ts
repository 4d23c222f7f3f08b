import type { GivenNames } from "../../../contracts/judge/description.ts";
import type { Settings } from "../../../contracts/model/settings.ts";
import type { TargetChoice } from "../target-options.ts";
import type { ClauseChoice } from "./chosen-clauses.ts";
import type { CodeWay } from "./code-way.ts";

/** What `saldo contract` can be told. */
export interface ContractChoice extends TargetChoice, ClauseChoice {
  readonly inProcess?: true;
  /** A recording to judge, in the place of a target. */
  readonly har?: string;
  readonly controlPlane: boolean;
  readonly overlay?: string;
  readonly name: readonly GivenNames[];
  readonly allow: readonly Permission[];
  readonly budget: number;
  readonly cancelOpen?: true;
  readonly value?: number;
  readonly patience: number;
  readonly listen?: number;
  readonly otp?: CodeWay;
  readonly driver?: string;
  readonly expect: readonly Settings[];
  readonly baseline?: string;
  readonly since?: string;
  readonly plan?: true;
  readonly yes?: true;
}

/** What a run may do on a real account. */
export const permissions = ["open", "settle", "webhooks"] as const;
export type Permission = (typeof permissions)[number];
