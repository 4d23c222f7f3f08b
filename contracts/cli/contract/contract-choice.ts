import type { RunChoice } from "../account-run/run-choice.ts";
import type { ClauseChoice } from "./chosen-clauses.ts";

/** What `saldo contract` can be told. */
export interface ContractChoice extends RunChoice, ClauseChoice {
  readonly overlay?: string;
  readonly baseline?: string;
  readonly since?: string;
}
