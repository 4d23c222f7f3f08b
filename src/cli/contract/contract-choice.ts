import type { CodeSourceSpec } from "../../../contracts-old/codes/code-source.ts";
import type { TargetChoice } from "../target-options.ts";
import type { ClauseChoice } from "./chosen-clauses.ts";

/** What `saldo contract` can be told. */
export interface ContractChoice extends TargetChoice, ClauseChoice {
  readonly inProcess?: true;
  readonly controlPlane: boolean;
  readonly overlay?: string;
  readonly allow: readonly Permission[];
  readonly budget: number;
  readonly cancelOpen?: true;
  readonly value?: number;
  readonly patience: number;
  readonly otp?: CodeSourceSpec;
  readonly baseline?: string;
  readonly writeOverlay?: string;
}

/** What a run may do on a real account. */
export const permissions = ["open", "settle", "webhooks"] as const;
export type Permission = (typeof permissions)[number];
