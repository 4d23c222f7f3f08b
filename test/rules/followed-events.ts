import { MessageSplitter, type StreamMessage } from "../../src/client/message-splitter.ts";
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
  readonly #messages: AsyncIterator<StreamMessage>;
  #ready: Row = {};

  private constructor(response: Response, hangUp: AbortController) {
    if (response.body === null) throw new Error("the stream has no body");
    this.headers = response.headers;
    this.#hangUp = hangUp;
    this.#messages = messagesOf(response.body);
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
    const first = await events.#message();
    if (first?.type !== "comment") throw new Error(`a stream begins with a comment, not with ${first?.type}`);
    const ready = await events.#message();
    if (ready?.type !== "ready") throw new Error(`a stream tells its clock first, not ${ready?.type}`);
    events.#ready = JSON.parse(ready.data);
    return events;
  }

  /** Returns the next `count` events. */
  async next(count: number): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    while (events.length < count) {
      const message = await this.#message();
      if (message === undefined) throw new Error(`the stream ended after ${events.length} of ${count} events`);
      if (message.id !== null) events.push(eventIn(message));
    }
    return events;
  }

  /** What comes until the server ends the stream in order. */
  async untilEnd(): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    for (let message = await this.#message(); message !== undefined; message = await this.#message()) {
      if (message.id !== null) events.push(eventIn(message));
    }
    return events;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#hangUp.abort();
  }

  async #message(): Promise<StreamMessage | undefined> {
    return (await this.#messages.next()).value;
  }
}

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage, undefined> {
  const splitter = new MessageSplitter();
  let last = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    yield* splitter.push(text);
    last = text;
  }
  if (!last.endsWith("\n\n")) throw new Error(`the stream ended within a message: ${last}`);
}

function eventIn({ id, type, data }: StreamMessage): SentEvent {
  const event: unknown = JSON.parse(data);
  if (!isRow(event)) throw new Error(`this is no server-sent event: ${data}`);
  return { id: Number(id), type, data: event };
}
