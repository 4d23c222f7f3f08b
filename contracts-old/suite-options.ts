import type { Clause } from "./clauses/clause.ts";
import type { CodeSource } from "./codes/code-source.ts";
import type { JsonObject } from "./description/json.ts";
import type { Permissions } from "./desk/permission.ts";
import type { ClauseResult } from "./report/report.ts";
import type { ReceiverSettings } from "./run/settings.ts";

/** What a run is held against, and how far it may go. */
export interface SuiteOptions {
  /** Of the suite, for the report. */
  readonly version: string;
  readonly target: Target;
  /** The description of the target's interface, its overlay applied, references not followed. */
  readonly document: JsonObject;
  /** The same without an overlay; `document` if there is none. */
  readonly shippedDocument?: JsonObject;
  readonly permissions: Permissions;
  readonly patienceMs: number;
  readonly codes?: CodeSource;
  readonly receiver: ReceiverSettings;
  readonly valueCents?: number;
  /** Ids of the clauses to run. */
  readonly selected: readonly string[];
  /** Told of each clause when its contract begins, and again with what came of it. */
  readonly onStarted?: (clause: Clause) => void;
  readonly onFinished?: (result: ClauseResult) => void;
  /** Aborted when the user wants the run to end: what is open is closed, and the rest could not run. */
  readonly signal?: AbortSignal;
}

export interface Target {
  /** Of targets that are told by their address only, whether they are a sandbox is found out. */
  readonly place: "in process" | "by URL" | "container";
  /** With the path that the interface's paths are relative to. */
  readonly url: string;
  readonly apiKey?: string;
  readonly adminToken?: string;
  /** False: a control plane is not looked for, and not used. */
  readonly useControlPlane: boolean;
  readonly overlay?: string;
}
