import type { CallFaultKind } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { parseJsonText } from "../../spec/json-text.ts";
import type { CallRedaction } from "./call-redaction.ts";
import { beginningOf, type KeptBody, keptBody } from "./kept-body.ts";
import { codesIn, spelledIn, withoutFound } from "./secret-texts.ts";

const MAX_PATH_CHARACTERS = 1_024;

/** What is known of a call when it arrives. */
export interface CallBeginning {
  readonly requestId: number;
  /** The last position of the world's history. */
  readonly position: number;
  /** Time of the world. */
  readonly at: Instant;
  /** Time of the machine. */
  readonly receivedAt: number;
  readonly companyId: string;
  readonly method: string;
  /** The name of the server, as the client calls it. */
  readonly host: string;
  /** With the query. */
  readonly path: string;
  /** Null where there is no such operation. */
  readonly operationId: string | null;
  /** What its headers say of a body; null: there is none. */
  readonly announcedBody: string | null;
}

export interface ShownCall {
  readonly beginning: CallBeginning;
  readonly fault: CallFaultKind | null;
  /** Null until the response is sent. */
  readonly status: number | null;
  readonly outcome: string | null;
  readonly durationMs: number | null;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
}

/** What is hidden wherever it stands in a call. */
export interface LiveSecrets {
  /** Those of the world's open withdrawals. */
  readonly codes: () => readonly string[];
  /** Keys and tokens: people choose them, so only the text says that it is one. */
  readonly chosen: readonly string[];
}

/** A call that was received. Secrets are hidden as soon as it arrives, and never stored. */
export class ReceivedCall implements ShownCall {
  readonly beginning: CallBeginning;
  fault: CallFaultKind | null = null;
  /** Null until the response is sent. */
  status: number | null = null;
  outcome: string | null = null;
  durationMs: number | null = null;
  request: KeptBody;
  answer: KeptBody = null;
  private readonly startedMs = performance.now();
  private readonly redaction: CallRedaction;
  private readonly secrets: LiveSecrets;
  /** Those codes that the caller sent, wherever: the answer may repeat them. */
  private codes: readonly string[];
  private readonly onEnded: (call: ReceivedCall) => void;

  constructor(
    requestId: number,
    received: Omit<CallBeginning, "requestId">,
    redaction: CallRedaction,
    secrets: LiveSecrets,
    onEnded: (call: ReceivedCall) => void,
  ) {
    const { position, at, receivedAt, companyId, method, operationId, announcedBody } = received;
    this.secrets = secrets;
    this.codes = codesIn(`${received.host} ${received.path}`, secrets.codes);
    const host = this.hidden(received.host);
    const shown = this.hidden(redaction.target(received.path));
    const path = shown.length > MAX_PATH_CHARACTERS ? beginningOf(shown, MAX_PATH_CHARACTERS) : shown;
    // Field by field, as every call of every client pays for it.
    this.beginning = { requestId, position, at, receivedAt, companyId, method, host, path, operationId, announcedBody };
    this.redaction = redaction;
    this.onEnded = onEnded;
    this.request = announcedBody;
  }

  /** The body that its headers announced had no byte. */
  hasNoBody(): void {
    this.request = null;
  }

  /** Its body was read. `value`: the same, parsed; undefined where it is no JSON. */
  hasBody(text: string, value: unknown): void {
    if (typeof value === "object" && value !== null) {
      const shown = this.redaction.requestBody(value, text);
      this.codes = [...this.codes, ...codesIn(shown, this.secrets.codes)];
      this.request = keptBody(this.hidden(shown));
    }
    // A body that is nothing but a value may be a code without its name.
    else this.request = notShown(Buffer.byteLength(text), value === undefined ? "text" : "object");
  }

  /** It has ended, with an answer where there is a status. */
  ended(outcome: string | null, status: number | null, answer: string | null): void {
    this.durationMs = performance.now() - this.startedMs;
    this.outcome = outcome;
    this.status = status;
    if (answer !== null) this.answer = keptBody(this.hidden(this.redaction.answer(answer)));
    this.onEnded(this);
  }

  private hidden(text: string): string {
    return withoutFound(text, [...this.codes, ...spelledIn(text, this.secrets.chosen)]);
  }

  get requestBody(): unknown {
    return shownBody(this.request);
  }

  get responseBody(): unknown {
    return shownBody(this.answer);
  }
}

function notShown(bytes: number, expected: string): string {
  return `(not shown: ${bytes} bytes that are no JSON ${expected})`;
}

export function shownBody(body: KeptBody): unknown {
  if (body === null || body.startsWith("(")) return body;
  // Names in it are the sender's, and JSON.parse may misread names with escapes in them.
  const read = parseJsonText(body);
  return "value" in read ? read.value : `(not shown: ${read.problem})`;
}
