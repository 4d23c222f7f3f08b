import type { KeptBody } from "./kept-body.ts";
import { type CallBeginning, type ReceivedCall, type ShownCall, shownBody } from "./received-call.ts";

/** About what a record takes without its texts, which are counted as if each character were a byte. */
const BASE_BYTES = 200;

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/**
 * A place for what is known of a call that has ended. It is written over by a later call: objects that are kept for a
 * thousand calls and then dropped would outlive young collections, and took more than half of a busy server's memory.
 */
export class CallRecord {
  readonly #beginning: Writable<CallBeginning> = {
    requestId: 0,
    position: 0,
    at: 0,
    receivedAt: 0,
    companyId: "",
    method: "",
    host: "",
    path: "",
    operationId: null,
    announcedBody: null,
  };
  readonly #end: Writable<Pick<ShownCall, "fault" | "status" | "outcome">> = {
    fault: null,
    status: null,
    outcome: null,
  };
  /** NaN and not null where there is none: a field that only has numbers is written in place. */
  #durationMs = Number.NaN;
  #request: KeptBody = null;
  #answer: KeptBody = null;

  get requestId(): number {
    return this.#beginning.requestId;
  }

  /** Writes a call over what was here. Texts that the call before had are taken from there. */
  write(call: ReceivedCall, before: CallRecord): void {
    const { fault, status, outcome, durationMs, request, answer } = call;
    const host = same(before.#beginning.host, call.beginning.host);
    const path = same(before.#beginning.path, call.beginning.path);
    Object.assign(this.#beginning, call.beginning, { host, path });
    Object.assign(this.#end, { fault, status, outcome });
    this.#durationMs = durationMs ?? Number.NaN;
    this.#request = same(before.#request, request);
    this.#answer = same(before.#answer, answer);
  }

  /** About how much memory it takes, in bytes. */
  get bytes(): number {
    return BASE_BYTES + this.#beginning.path.length + (this.#request?.length ?? 0) + (this.#answer?.length ?? 0);
  }

  /** Returns a copy, which stays as it is. */
  get shown(): ShownCall {
    const request = this.#request;
    const answer = this.#answer;
    return {
      beginning: { ...this.#beginning },
      ...this.#end,
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
