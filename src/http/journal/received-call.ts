import type { CallFaultKind } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Discretion } from "./discretion.ts";
import { type KeptText, mostCharacters } from "./kept-text.ts";

/** What is known of a call when it comes. */
export interface CallBeginning {
  /** Time of the world. */
  readonly at: Instant;
  /** Time of the machine. */
  readonly receivedAt: number;
  readonly companyId: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Null where there is no such operation. */
  readonly operationId: string | null;
}

export type DiscretionFor = (operationId: string | null) => Discretion;

/**
 * A call that was received, as it came: what must not be shown is replaced when somebody looks at it. Of these there are
 * many, and most are never looked at: each is a single flat object.
 */
export class ReceivedCall implements CallBeginning {
  readonly requestId: number;
  readonly at: Instant;
  readonly receivedAt: number;
  readonly companyId: string;
  readonly method: string;
  readonly target: string;
  readonly operationId: string | null;
  body: KeptText | null = null;
  fault: CallFaultKind | null = null;
  /** Null as long as nothing was answered. */
  status: number | null = null;
  outcome: string | null = null;
  durationMs: number | null = null;
  answer: KeptText | null = null;
  private readonly startedMs = performance.now();
  private readonly discretionFor: DiscretionFor;

  constructor(requestId: number, beginning: CallBeginning, discretionFor: DiscretionFor) {
    this.requestId = requestId;
    this.at = beginning.at;
    this.receivedAt = beginning.receivedAt;
    this.companyId = beginning.companyId;
    this.method = beginning.method;
    this.target = beginning.target;
    this.operationId = beginning.operationId;
    this.discretionFor = discretionFor;
  }

  get discretion(): Discretion {
    return this.discretionFor(this.operationId);
  }

  /** Its body was read. `value`: the same, parsed; undefined where it is no JSON. */
  hasBody(text: string, value: unknown): void {
    this.body = text.length <= mostCharacters ? text : this.discretion.cutRequest(text, value);
  }

  /** It has ended, with an answer where there is a status. */
  ended(outcome: string | null, status: number | null, answer: string | null): void {
    this.durationMs = performance.now() - this.startedMs;
    this.outcome = outcome;
    this.status = status;
    if (answer === null) return;
    this.answer = answer.length <= mostCharacters ? answer : this.discretion.cutAnswer(answer);
  }
}
