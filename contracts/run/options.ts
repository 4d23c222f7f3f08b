import type { Clause } from "../clauses/clause.ts";
import type { Description } from "../judge/description.ts";
import type { SeenSettings } from "../model/settings.ts";
import type { CodeSource } from "../target/codes/code-source.ts";
import type { Driver } from "../target/driver/driver.ts";
import type { Permissions } from "../target/permissions.ts";
import type { ReceiverPlace } from "../target/receiver.ts";
import type { RunPlan } from "./plan.ts";

/** What is judged, and how far the run may go. */
export interface SuiteOptions {
  readonly target: Target;
  /** The target's interface, its overlay applied. */
  readonly description: Description;
  /** Those that are to be judged, in the order of the report. */
  readonly clauses: readonly Clause[];
  /** Without meaning for the worlds that a run makes in a sandbox. */
  readonly permissions: Permissions;
  /** How long a single wait may take; 0: only what takes a few seconds is waited for. */
  readonly patienceMs: number;
  /** How long the run judges what others do on the account. */
  readonly listenMs?: number | undefined;
  /** Beside a sandbox, whose control plane shows the codes. */
  readonly codes?: CodeSource | undefined;
  readonly driver?: Driver | undefined;
  /** A deployment reaches it at its `url`; without one it gets no webhooks. */
  readonly receiver: ReceiverPlace;
  /** How the account is set, as far as the user knows: by the names of the control plane's settings. */
  readonly expected?: SeenSettings | undefined;
  /** Amount of the run's withdrawals; by default the smallest that can be found. */
  readonly valueCents?: number | undefined;
  /** Aborted when the user interrupts the run: what is open is closed, and what was seen is judged. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the worlds that the run makes in a sandbox, as soon as it asks for them. */
  readonly made?: Set<Promise<AsyncDisposable>> | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Asked before anything is played; false ends the run. */
  readonly agree?: ((plan: RunPlan) => Promise<boolean>) | undefined;
}

export interface Target {
  /** With the path that the interface's paths are relative to. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly adminToken?: string | undefined;
  /** False: a control plane is neither sought nor used. */
  readonly useControlPlane: boolean;
}

/** What a run tells while it is under way. */
export type Progress =
  | { readonly kind: "planned"; readonly plan: RunPlan }
  | { readonly kind: "began" | "ended"; readonly story: string; readonly done: number; readonly of: number }
  /** `until`: in milliseconds since 1970. */
  | { readonly kind: "waits"; readonly story: string; readonly what: string; readonly until: number };
