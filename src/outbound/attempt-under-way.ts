import type { AttemptMeasurement, AttemptResult } from "../domain/attempt.ts";
import type { Member } from "./crowd.ts";
import type { AttemptHandler, AttemptRequest, Destination, Dialer, Line } from "./dialer.ts";
import { AttemptError, type Failure, failureOf } from "./failure.ts";
import { http } from "./node-http.ts";
import { type ReceiverAddress, receiverAddress } from "./receiver-address.ts";
import { payloadOf, type WebhookRequest, webhookHeaders } from "./webhook-request.ts";

/** How an attempt ended. The duration excludes the wait in the queue. The response body is limited to 64 KiB. */
export type AttemptReport = AttemptResult & Omit<AttemptMeasurement, "sentAt">;

/** The time of attempts, in milliseconds. */
export interface AttemptTime {
  now(): number;
  /** Calls `run` after a time, unless it is cancelled by what this returns. */
  after(ms: number, run: () => void): () => void;
}

const KEPT_BYTES = 64 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * One attempt under way: one request, wherever it leads. It goes out again, once and on a new connection, only when a kept
 * connection ends before any byte of a response: the receiver was closing it. Handles the events of the request.
 */
export class AttemptUnderWay implements AttemptHandler, Member {
  place = 0;
  isStarted = false;
  /** How long it keeps its place, once it has started, while others wait for one. */
  placeMs = 0;
  /** The signal that gives the attempt up. */
  readonly abandon: AbortSignal | undefined;
  readonly #webhookRequest: WebhookRequest;
  readonly #dialer: Dialer;
  readonly #routesOnly: boolean;
  readonly #time: AttemptTime;
  readonly #onEnd: (report: AttemptReport | null) => void;
  #destination: Destination | null = null;
  #path = "";
  #line: Line | null = null;
  #cancelTimer = () => {};
  #startedAt = 0;
  #ended = false;
  #sent = false;
  #begun = false;
  #status: number | null = null;
  #redirect = "";
  #chunks: Buffer[] | null = null;
  #bytes = 0;

  /** `onEnd` is called once; with null if the attempt was given up. */
  constructor(
    request: WebhookRequest,
    dialer: Dialer,
    routesOnly: boolean,
    abandon: AbortSignal | undefined,
    time: AttemptTime,
    onEnd: (report: AttemptReport | null) => void,
  ) {
    this.#webhookRequest = request;
    this.#dialer = dialer;
    this.#routesOnly = routesOnly;
    this.abandon = abandon;
    this.#time = time;
    this.#onEnd = onEnd;
  }

  /** When it started, by the monotonic clock; 0 before. */
  get startedAt(): number {
    return this.#startedAt;
  }

  get worldId(): string {
    return this.#webhookRequest.worldId;
  }

  /** Starts the attempt. `onEnd` is called once, perhaps before this returns. */
  start(): void {
    this.isStarted = true;
    this.#startedAt = this.#time.now();
    try {
      const { destination, path } = this.#address();
      this.#destination = destination;
      this.#path = path;
      this.#cancelTimer = this.#time.after(this.#webhookRequest.timeoutMs, () => this.#timeOut());
      this.#send(this.#dialer.line(destination));
    } catch (error) {
      this.#fail(failureOf(error, this.#receiver(), false));
    }
  }

  /** Gives the attempt up, started or not. Its result stays unknown. */
  giveUp(): void {
    if (this.#ended) return;
    this.#finish(null);
    this.#dropLine();
  }

  onRequestStart(): void {
    this.#sent = true;
  }

  onResponseStarted(): void {
    this.#begun = true;
  }

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (status < 200) return;
    this.#status = status;
    if (status < 300 || status >= 400 || headers.location === undefined) return;
    // Headers are bytes and may contain control characters, which a log must not pass to a terminal.
    this.#redirect = String(headers.location).replaceAll(/\p{Cc}/gu, "\ufffd");
  }

  onResponseData(controller: { abort(error: Error): void }, chunk: Buffer): void {
    this.#chunks ??= [];
    if (this.#bytes < KEPT_BYTES) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_BYTES) controller.abort(new AttemptError("ANSWER_INVALID", this.#floodSentence()));
  }

  onResponseEnd(): void {
    const line = this.#line;
    this.#line = null;
    if (line !== null) this.#dialer.keep(line);
    const status = this.#status ?? 0;
    if (status >= 200 && status <= 299) this.#end({ failure: null, error: null });
    else this.#end({ failure: "STATUS", error: this.#statusSentence(status) });
  }

  onResponseError(_controller: unknown, error: Error): void {
    const failure = failureOf(error, this.#receiver(), this.#status !== null);
    if (!this.#sendAgain(failure)) this.#fail(failure);
  }

  /** Sends the request on a new connection if the kept one was closing; returns whether it did. */
  #sendAgain({ failure }: Failure): boolean {
    const destination = this.#destination;
    const wasClosing = this.#line?.isKept === true && !this.#begun && failure === "CONNECTION_RESET";
    if (this.#ended || destination === null || !wasClosing) return false;
    this.#dropLine();
    this.#sent = false;
    this.#send(this.#dialer.newLine(destination));
    return true;
  }

  #address(): ReceiverAddress {
    const { url, routes, webhookUrls } = this.#webhookRequest;
    const address = receiverAddress(url, routes, webhookUrls);
    if (this.#routesOnly && !address.isRouted) throw new AttemptError("NO_ROUTE", noRouteSentence(address.hostname));
    return address;
  }

  #options(): AttemptRequest {
    return {
      path: this.#path,
      method: "POST",
      headers: webhookHeaders(this.#webhookRequest),
      body: payloadOf(this.#webhookRequest.body).bytes,
    };
  }

  #send(line: Line): void {
    this.#line = line;
    line.dispatch(this.#options(), this);
  }

  #timeOut(): void {
    this.#fail({ failure: "TIMEOUT", error: this.#timeOutSentence() });
  }

  #fail(failure: Failure): void {
    if (this.#ended) return;
    this.#end(failure);
    this.#dropLine();
  }

  #dropLine(): void {
    const line = this.#line;
    this.#line = null;
    if (line !== null) void this.#dialer.end(line);
  }

  #end({ failure, error }: Pick<AttemptReport, "failure" | "error">): void {
    const durationMs = Math.round(this.#time.now() - this.#startedAt);
    this.#finish({ httpStatus: this.#status, failure, error, durationMs, responseBody: this.#responseBody() });
  }

  #finish(report: AttemptReport | null): void {
    this.#ended = true;
    this.#cancelTimer();
    this.#onEnd(report);
  }

  #responseBody(): string | null {
    if (this.#chunks === null) return null;
    const [first] = this.#chunks;
    const whole = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    if (whole.length <= KEPT_BYTES) return whole.toString();
    // A streaming decoder does not show half a character at the cut.
    return new TextDecoder().decode(whole.subarray(0, KEPT_BYTES), { stream: true });
  }

  /** Returns the receiver as logs name it. */
  #receiver(): string {
    const asked = URL.parse(this.#webhookRequest.url)?.origin ?? this.#webhookRequest.url;
    const origin = this.#destination?.origin ?? asked;
    return origin === asked ? asked : `${asked} (routed to ${origin})`;
  }

  #timeOutSentence(): string {
    const receiver = this.#receiver();
    const within = `within ${this.#webhookRequest.timeoutMs} ms.`;
    if (!this.#sent) return `No connection to ${receiver} came about ${within}`;
    if (!this.#begun) return `${receiver} took the request, but did not answer ${within}`;
    return `${receiver} began to answer, but did not come to an end ${within}`;
  }

  #statusSentence(status: number): string {
    const text = http.STATUS_CODES[status];
    const answer = `${this.#receiver()} answered ${status}${text === undefined ? "" : ` ${text}`}`;
    if (this.#redirect === "") return `${answer}; only 200-299 acknowledges a delivery.`;
    return `${answer}, which leads to ${this.#redirect.slice(0, 200)}; redirects are not followed, and only 200-299 acknowledges a delivery.`;
  }

  #floodSentence(): string {
    return `${this.#receiver()} answered with more than 16 MiB and did not end its answer.`;
  }
}

function noRouteSentence(host: string): string {
  return `This sandbox connects to routes only, and ${host} has none; add one with PUT /sandbox/routes, such as { "${host}": "http://127.0.0.1:3000" }.`;
}
