import type { HistoryEvent, ReceivedRequest } from "../../src/spec/generated/control-api.ts";
import type { Criterion, GivenParameter } from "../document.ts";

export type RecordedEvent = HistoryEvent;
export type RecordedCall = ReceivedRequest;

/** A step of which it is not yet known what other steps need of it. Ids stand in it as they were in the world. */
export interface DraftStep {
  readonly operation: readonly ["interface" | "control", string];
  readonly parameters?: readonly GivenParameter[];
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly criteria?: readonly Criterion[];
  readonly isLost?: boolean;
  /** Where the response shows values that later steps need: JSON pointers by value. */
  readonly shows?: ReadonlyMap<string, string>;
}

/** Something that happened at a place of the history, and the steps that do it again; none where time did it. */
export interface Draft {
  /** Its order among the others. */
  readonly place: number;
  /** Time of the world, in milliseconds. */
  readonly at: number;
  readonly steps: readonly DraftStep[];
  /** Time of the world afterwards, where it went back. */
  readonly backAt?: number;
}

/** Returns the header with which a step acts for another company than that of its key. */
export function actingFor(companyId: unknown, own: string): readonly GivenParameter[] {
  return companyId === own ? [] : [{ name: "X-Saldo-Company", in: "header", value: companyId }];
}
