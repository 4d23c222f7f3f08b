import type { Settings } from "./deployment.ts";

export interface Sampled {
  readonly defect: string;
  /** The only clause that it breaks. */
  readonly clause: string;
  readonly settings?: Settings;
}

/** Of the planted defects those that are quickly seen, from every area. */
export const sample: readonly Sampled[] = [
  { defect: "balance-as-float", clause: "balance.available" },
  { defect: "currency-usd", clause: "balance.currency" },
  { defect: "hold-status-lowercase", clause: "holds.status" },
];
