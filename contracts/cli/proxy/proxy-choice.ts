import type { GivenNames } from "../../judge/description.ts";
import type { ClauseChoice } from "../contract/chosen-clauses.ts";

/** What `saldo proxy` can be told. */
export interface ProxyChoice extends ClauseChoice {
  readonly target?: string;
  readonly webhooks?: string;
  readonly port: number;
  readonly host: string;
  readonly hosts: readonly string[];
  readonly har?: string;
  readonly overlay?: string;
  readonly name: readonly GivenNames[];
  readonly baseline?: string;
  readonly since?: string;
}
