/**
 * What a run says of a clause.
 *
 * - `held`: seen, and as the clause says.
 * - `broken`: the target contradicts what is documented.
 * - `observed`: the target differs from an assumption, or a recommendation; that is no fault.
 * - `could-not-run`: something that the clause needs was missing; `needs` says what.
 * - `opted-out`: it would have opened withdrawals, moved money or left webhooks, and that was not allowed.
 * - `suite-error`: a fault of the suite, not of the target.
 */
export const verdictKinds = ["held", "broken", "observed", "could-not-run", "opted-out", "suite-error"] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** What a clause may need of a target, or of whoever runs the suite. */
export const needs = [
  "control-plane",
  "clock",
  "mailbox",
  "charges",
  "receiver",
  "patience",
  "balance",
  "no-open-withdrawal",
  "not-seen",
  "target",
  "overlay",
  "rate-limit",
  "interrupted",
  "acknowledgement",
  "allow-open",
  "allow-settle",
  "allow-webhooks",
  "budget",
] as const;
export type Need = (typeof needs)[number];

export interface Verdict {
  readonly kind: VerdictKind;
  /** One sentence, or several lines; never absent but for `held`. */
  readonly reason?: string;
  /** What was missing, for `could-not-run` and `opted-out`. */
  readonly needs?: Need;
  /** How time passed for this clause, if it did. */
  readonly time?: "advanced" | "waited";
  /** What the target does where the document is silent. */
  readonly observations: readonly Observation[];
}

/** A difference from what is assumed or recommended. */
export interface Observation {
  /** The clause of the assumption or recommendation that it is about. */
  readonly clause: string;
  /** What was seen, in one sentence: `422 was expected, 400 came`. */
  readonly text: string;
  /** What of it an Overlay can say; absent where none can. */
  readonly change?: OverlayChange;
}

/** A difference that an Overlay can express. */
export type OverlayChange =
  | { readonly what: "status"; readonly operationId: string; readonly outcome: string; readonly status: number }
  /** `container`: where the payload stands, [] for the root; of answers with this outcome of this operation. */
  | {
      readonly what: "envelope";
      readonly operationId: string;
      readonly outcome: string;
      readonly container: readonly string[];
    }
  /** The property called `from` in the description is called `to`. */
  | {
      readonly what: "field";
      readonly operationId: string;
      readonly outcome: string;
      readonly from: string;
      readonly to: string;
    };
