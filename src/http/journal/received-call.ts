import type { CallFaultKind } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { parseJsonText } from "../../spec/json-text.ts";
import type { CallRedaction } from "./call-redaction.ts";

const MAX_BODY_CHARACTERS = 8_192;
const MAX_PATH_CHARACTERS = 1_024;

/** What is known of a call when it arrives. */
export interface CallBeginning {
  readonly requestId: number;
  /** Time of the world. */
  readonly at: Instant;
  /** Time of the machine. */
  readonly receivedAt: number;
  readonly companyId: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Null where there is no such operation. */
  readonly operationId: string | null;
  /** What its headers say of a body; null: there is none. */
  readonly announcedBody: string | null;
}

/** The JSON text of a body, or a sentence in parentheses. */
type KeptBody = { readonly json: string } | { readonly note: string } | null;

/** A call that was received. Secrets are hidden as soon as it arrives, and never stored. */
export class ReceivedCall {
  readonly beginning: CallBeginning;
  fault: CallFaultKind | null = null;
  /** Null until the response is sent. */
  status: number | null = null;
  outcome: string | null = null;
  durationMs: number | null = null;
  /** Is called when it has ended. */
  onEnded: () => void = () => undefined;
  private request: KeptBody;
  private answer: KeptBody = null;
  private readonly startedMs = performance.now();
  private readonly redaction: CallRedaction;

  constructor(beginning: CallBeginning, redaction: CallRedaction) {
    const path = redaction.target(beginning.path);
    this.beginning = {
      ...beginning,
      path: path.length > MAX_PATH_CHARACTERS ? beginningOf(path, MAX_PATH_CHARACTERS) : path,
    };
    this.redaction = redaction;
    this.request = beginning.announcedBody === null ? null : { note: beginning.announcedBody };
  }

  /** Its body was read. `value`: the same, parsed; undefined where it is no JSON. */
  hasBody(text: string, value: unknown): void {
    if (typeof value === "object" && value !== null) this.request = kept(this.redaction.requestBody(value));
    // A body that is nothing but a value may be a code without its name.
    else this.request = { note: notShown(Buffer.byteLength(text), value === undefined ? "text" : "object") };
  }

  /** It has ended, with an answer where there is a status. */
  ended(outcome: string | null, status: number | null, answer: string | null): void {
    this.durationMs = performance.now() - this.startedMs;
    this.outcome = outcome;
    this.status = status;
    if (answer !== null) this.answer = kept(this.redaction.answer(answer));
    this.onEnded();
  }

  get requestBody(): unknown {
    return shown(this.request);
  }

  get responseBody(): unknown {
    return shown(this.answer);
  }
}

function kept(json: string): KeptBody {
  return json.length > MAX_BODY_CHARACTERS ? { note: beginningOf(json, MAX_BODY_CHARACTERS) } : { json };
}

/** A copy, because a part of a text keeps the whole of it in memory. */
function beginningOf(text: string, length: number): string {
  return Buffer.from(`(cut: the first ${length} of ${text.length} characters) ${text.slice(0, length)}`).toString();
}

function notShown(bytes: number, expected: string): string {
  return `(not shown: ${bytes} bytes that are no JSON ${expected})`;
}

function shown(body: KeptBody): unknown {
  if (body === null) return null;
  if ("note" in body) return body.note;
  // Names in it are the sender's, and JSON.parse may misread names with escapes in them.
  const read = parseJsonText(body.json);
  return "value" in read ? read.value : `(not shown: ${read.problem})`;
}
