import type { CallFaultKind } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { readJson } from "../../spec/json-reader.ts";
import { copiedBeginning } from "./copied-beginning.ts";
import type { Discretion } from "./discretion.ts";
import { type KeptText, mostCharacters, mostTargetCharacters } from "./kept-text.ts";
import type { SecretSearch } from "./secret-search.ts";

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
  /** What its headers say of a body; null: there is none. */
  readonly announcedBody: string | null;
}

/** `secrets`: a search that goes on; without it a new one. */
export type DiscretionFor = (operationId: string | null, secrets?: SecretSearch) => Discretion;

/** What is shown of a call, without secrets. */
export interface ShownCall {
  readonly path: string;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
}

/**
 * A call that was received, as it came: what must not be shown is replaced when somebody looks at it. Of these there are
 * many, and most are never looked at: each is a single flat object.
 */
export class ReceivedCall {
  readonly requestId: number;
  readonly at: Instant;
  readonly receivedAt: number;
  readonly companyId: string;
  readonly method: string;
  /** Null when it was shown. */
  target: KeptText | null;
  readonly operationId: string | null;
  readonly announcedBody: string | null;
  body: KeptText | null = null;
  fault: CallFaultKind | null = null;
  /** Null as long as nothing was answered. */
  status: number | null = null;
  outcome: string | null = null;
  durationMs: number | null = null;
  answer: KeptText | null = null;
  /** The JSON text of what was shown of it; nothing else of it is kept then. */
  private shownBefore: string | null = null;
  private readonly startedMs = performance.now();
  private readonly discretionFor: DiscretionFor;

  constructor(requestId: number, beginning: CallBeginning, discretionFor: DiscretionFor) {
    this.requestId = requestId;
    this.at = beginning.at;
    this.receivedAt = beginning.receivedAt;
    this.companyId = beginning.companyId;
    this.method = beginning.method;
    this.operationId = beginning.operationId;
    this.announcedBody = beginning.announcedBody;
    this.discretionFor = discretionFor;
    const { target } = beginning;
    this.target =
      target.length <= mostTargetCharacters ? target : discretionFor(beginning.operationId).cutTarget(target);
  }

  /** Its body was read. `value`: the same, parsed; undefined where it is no JSON. */
  hasBody(text: string, value: unknown): void {
    if (this.shownBefore !== null) return;
    this.body = text.length <= mostCharacters ? text : this.discretionFor(this.operationId).cutRequest(text, value);
  }

  /** It has ended, with an answer where there is a status. */
  ended(outcome: string | null, status: number | null, answer: string | null): void {
    this.durationMs = performance.now() - this.startedMs;
    this.outcome = outcome;
    this.status = status;
    if (answer === null) return;
    this.answer = answer.length <= mostCharacters ? answer : this.discretionFor(this.operationId).cutAnswer(answer);
  }

  shown(secrets: SecretSearch): ShownCall {
    if (this.shownBefore !== null) return shownFrom(this.shownBefore);
    const discretion = this.discretionFor(this.operationId, secrets);
    const path = discretion.target(this.target ?? "");
    const requestBody = this.body === null ? this.announcedBody : discretion.requestBody(this.body);
    // Last: what could repeat something that was hidden in the request is hidden, too.
    const shown = { path, requestBody, responseBody: discretion.answerBody(this.answer) };
    if (this.durationMs !== null) this.keepOnly(shown);
    return shown;
  }

  private keepOnly(shown: ShownCall): void {
    const text = JSON.stringify(shown);
    this.shownBefore = copiedBeginning(text, text.length);
    this.target = null;
    this.body = null;
    this.answer = null;
  }
}

/** Names in it are the sender's, and JSON.parse may misread such as have escapes in them. */
function shownFrom(text: string): ShownCall {
  const value: unknown = text.includes("\\") ? readJson(text).value : JSON.parse(text);
  if (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    "requestBody" in value &&
    "responseBody" in value
  )
    return { path: String(value.path), requestBody: value.requestBody, responseBody: value.responseBody };
  throw new Error("what was shown of a call cannot be read again");
}
