import type { ReceivedRequest } from "../../src/spec/generated/control-api.ts";
import type { CallerTrace } from "./caller-trace.ts";

/** A heading of the platform's document, as the contract suite calls it. */
type Section =
  | "Authentication"
  | "Errors"
  | "Events"
  | "Events: Delivery attempts"
  | "Limits"
  | "States and transitions: Webhook"
  | "States and transitions: Withdrawal";

/** What a caller did instead of what a clause says, and the calls that show it. */
export interface Breach {
  readonly what: string;
  readonly calls: readonly ReceivedRequest[];
}

/** A requirement for callers. It is broken by one breach, and passed if its situation came without any. */
export interface CallerClause {
  readonly id: string;
  /** The heading that demands it, or says what it is about. */
  readonly section: Section;
  /** `recommendation`: the platform does not demand it, but a caller that does otherwise may lose money one day. */
  readonly kind: "documented" | "recommendation";
  /** One sentence that is true of a caller which meets the clause. */
  readonly text: string;
  /** What must happen before it can be judged. */
  readonly situation: string;
  /** One sentence, for any language. */
  readonly fix: string;
  /** Whether it is about how much time passes, so that it says nothing where a test moves the clock. */
  readonly isTimed?: true;
  /** Yields for each situation: null if the caller did as the clause says. */
  readonly look: (trace: CallerTrace) => Iterable<Breach | null>;
}
