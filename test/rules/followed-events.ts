import type { CheckedSandbox } from "./checked-sandbox.ts";
import { isRow, type Row } from "./json-reading.ts";

/** What a server-sent event says. */
export interface SentEvent {
  readonly id: number;
  readonly type: string;
  /** An event as /events lists it. */
  readonly data: Row;
}

export interface Resume {
  readonly after?: number;
  readonly lastEventId?: number;
  readonly apiKey?: string;
}

/** A world's history as a client of the event stream reads it. `await using` hangs up. */
export class FollowedEvents implements AsyncDisposable {
  readonly headers: Headers;
  readonly #hangUp: AbortController;
  readonly #texts: AsyncIterator<string>;
  #rest = "";
  #ready: Row = {};

  private constructor(response: Response, hangUp: AbortController) {
    if (response.body === null) throw new Error("the stream has no body");
    this.headers = response.headers;
    this.#hangUp = hangUp;
    this.#texts = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  }

  /** What the stream was opened with: the clock, and the position that it reaches without a pause. */
  get ready(): Row {
    return this.#ready;
  }

  /** Connects, and waits until the stream is open. */
  static async open(
    { url, apiKey }: Pick<CheckedSandbox, "url" | "apiKey">,
    resume: Resume = {},
  ): Promise<FollowedEvents> {
    const hangUp = new AbortController();
    const query = resume.after === undefined ? "" : `?after=${resume.after}`;
    const headers = new Headers({ "x-api-key": resume.apiKey ?? apiKey, accept: "text/event-stream" });
    if (resume.lastEventId !== undefined) headers.set("last-event-id", String(resume.lastEventId));
    const response = await fetch(`${url}/sandbox/events/stream${query}`, { headers, signal: hangUp.signal });
    if (response.status !== 200) throw new Error(`refused with ${response.status}: ${await response.text()}`);
    const events = new FollowedEvents(response, hangUp);
    const first = await events.#block();
    if (first !== ": keep-alive") throw new Error(`a stream begins with a comment, not with ${first}`);
    const ready = await events.#block();
    if (!ready?.startsWith("event: ready\ndata: ")) throw new Error(`a stream tells its clock first, not ${ready}`);
    events.#ready = JSON.parse(ready.slice(ready.indexOf("{")));
    return events;
  }

  /** Returns the next `count` events. */
  async next(count: number): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    while (events.length < count) {
      const block = await this.#block();
      if (block === null) throw new Error(`the stream ended after ${events.length} of ${count} events`);
      if (block.startsWith("id:")) events.push(readEvent(block));
    }
    return events;
  }

  /** What comes until the server ends the stream in order. */
  async untilEnd(): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    for (let block = await this.#block(); block !== null; block = await this.#block()) {
      if (block.startsWith("id:")) events.push(readEvent(block));
    }
    return events;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hangUp.abort();
  }

  /** What stands before the next empty line; null at the end. */
  async #block(): Promise<string | null> {
    for (let end = this.#rest.indexOf("\n\n"); ; end = this.#rest.indexOf("\n\n")) {
      if (end >= 0) {
        const block = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 2);
        return block;
      }
      const { done, value } = await this.#texts.next();
      if (done === true && this.#rest !== "") throw new Error(`the stream ended within ${this.#rest}`);
      if (done === true) return null;
      this.#rest += value;
    }
  }
}

function readEvent(block: string): SentEvent {
  const [, id, type, json] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
  const data: unknown = JSON.parse(json ?? "null");
  if (type === undefined || !isRow(data)) throw new Error(`this is no server-sent event: ${block}`);
  return { id: Number(id), type, data };
}
