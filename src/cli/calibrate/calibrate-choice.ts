import type { TargetChoice } from "../target-options.ts";

/** What `saldo calibrate` can be told. */
export interface CalibrateChoice extends TargetChoice {
  readonly out: string;
  /** A recording to calibrate from, in the place of a target. */
  readonly har?: string;
  readonly controlPlane: boolean;
  readonly allow: readonly string[];
  readonly budget: number;
  readonly cancelOpen?: true;
  readonly value?: number;
  readonly patience: number;
  readonly otp?: string;
  readonly driver?: string;
}
