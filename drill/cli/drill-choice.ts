import type { ReportChoice } from "../../src/cli/report-files.ts";

/** What `saldo drill` can be told. */
export interface DrillCommandChoice extends ReportChoice {
  readonly seconds: number;
  readonly worlds?: number;
  readonly seed?: string;
  readonly only?: readonly string[];
  readonly without?: "kill";
  readonly preset?: string;
  readonly save?: string;
  readonly url?: string;
  readonly apiKey: string;
}
