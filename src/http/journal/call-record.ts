import type { KeptBody } from "./kept-body.ts";
import { type ReceivedCall, type ShownCall, shownBody } from "./received-call.ts";

/** About what a record takes without its texts, which are counted as if each character were a byte. */
const BASE_BYTES = 200;

/**
 * A place for what is known of a call that has ended. It is written over by a later call: objects that are kept for a
 * thousand calls and then dropped would outlive young collections, and took more than half of a busy server's memory.
 */
export class CallRecord {
  requestId = 0;
  #position = 0;
  #at = 0;
  #receivedAt = 0;
  #companyId = "";
  #method = "";
  #host = "";
  #path = "";
  #operationId: string | null = null;
  #announcedBody: string | null = null;
  #fault: ShownCall["fault"] = null;
  #status: number | null = null;
  #outcome: string | null = null;
  /** NaN and not null where there is none: a field that only has numbers is written in place. */
  #durationMs = Number.NaN;
  #request: KeptBody = null;
  #answer: KeptBody = null;

  /** Writes a call over what was here. Texts that the call before had are taken from there. */
  write(call: ReceivedCall, before: CallRecord): void {
    const { requestId, position, at, receivedAt, companyId, method, host, path, operationId, announcedBody } =
      call.beginning;
    this.requestId = requestId;
    this.#position = position;
    this.#at = at;
    this.#receivedAt = receivedAt;
    this.#companyId = companyId;
    this.#method = method;
    this.#host = same(before.#host, host);
    this.#path = same(before.#path, path);
    this.#operationId = operationId;
    this.#announcedBody = announcedBody;
    this.#fault = call.fault;
    this.#status = call.status;
    this.#outcome = call.outcome;
    this.#durationMs = call.durationMs ?? Number.NaN;
    this.#request = same(before.#request, call.request);
    this.#answer = same(before.#answer, call.answer);
  }

  /** About how much memory it takes, in bytes. */
  get bytes(): number {
    return BASE_BYTES + this.#path.length + (this.#request?.length ?? 0) + (this.#answer?.length ?? 0);
  }

  /** Returns a copy, which stays as it is. */
  get shown(): ShownCall {
    const request = this.#request;
    const answer = this.#answer;
    return {
      beginning: {
        requestId: this.requestId,
        position: this.#position,
        at: this.#at,
        receivedAt: this.#receivedAt,
        companyId: this.#companyId,
        method: this.#method,
        host: this.#host,
        path: this.#path,
        operationId: this.#operationId,
        announcedBody: this.#announcedBody,
      },
      fault: this.#fault,
      status: this.#status,
      outcome: this.#outcome,
      durationMs: Number.isNaN(this.#durationMs) ? null : this.#durationMs,
      get requestBody() {
        return shownBody(request);
      },
      get responseBody() {
        return shownBody(answer);
      },
    };
  }
}

/** Returns the earlier of two equal texts, so that the later one need not be kept. */
function same<T extends string | null>(earlier: T, later: T): T {
  return earlier === later ? earlier : later;
}
