import type { TargetChoice } from "../../../src/cli/target-options.ts";
import type { GivenNames } from "../../judge/description.ts";
import type { SeenSettings } from "../../model/settings.ts";
import type { Permission } from "../../run/capabilities.ts";
import type { CodeWay } from "./code-way.ts";

/** What a command that plays on an account can be told about that. */
export interface RunChoice extends TargetChoice {
  readonly inProcess?: true;
  /** A recording, in the place of a target. */
  readonly har?: string;
  readonly controlPlane: boolean;
  /** Each --allow is a list; they add up. */
  readonly allow: readonly (readonly Permission[])[];
  readonly budget: number;
  readonly cancelOpen?: true;
  readonly value?: number;
  readonly patience: number;
  readonly listen?: number;
  readonly otp?: CodeWay;
  readonly driver?: string;
  readonly expect: readonly SeenSettings[];
  readonly name: readonly GivenNames[];
  readonly plan?: true;
  readonly yes?: true;
}
