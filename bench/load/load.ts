import { Connection, type Reply } from "./connection.ts";

export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request, or how it is made of the answer to the one before. */
export type Step = Request | ((answer: unknown) => Request);

export interface Load {
  readonly connections: number;
  /** Asked whenever a connection has come to the end of its steps. */
  readonly goesOn: () => boolean;
  /** What a connection asks for, one after the other, over and over, and always to the end. */
  readonly steps: (connection: number) => readonly Step[];
}

/** How much was answered. */
export interface Answered {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly elapsedMs: number;
  readonly durationsMs: readonly number[];
  /** Requests that had no answer, or one that is not of the 200s. */
  readonly failed: number;
}

/** From now on. */
export function forSeconds(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() < end;
}

/** Until so many times it was asked whether it goes on. */
export function forTimes(count: number): () => boolean {
  let left = count;
  return () => left-- > 0;
}

/** Asks a server, every connection as soon as it was answered. */
export async function load(url: string, { goesOn, ...asked }: Load): Promise<Answered> {
  using clients = await Clients.open(url, asked);
  return await clients.ask(goesOn);
}

/** Servers close connections that were idle for five seconds or more; a request on its way by then has no answer. */
const MAX_IDLE_MS = 3_000;

/** All clients of a server. Their connections stay open from one load to the next. */
export class Clients implements Disposable {
  readonly #url: string;
  readonly #clients: readonly Client[];
  #lastUsed = performance.now();

  private constructor(url: string, clients: readonly Client[]) {
    this.#url = url;
    this.#clients = clients;
  }

  static async open(url: string, { connections, steps }: Omit<Load, "goesOn">): Promise<Clients> {
    const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
    return new Clients(
      url,
      all.map((connection, i) => new Client(connection, steps(i))),
    );
  }

  /** Goes through the steps once, after a pause of the server. That counts for nothing but failures. */
  async leadIn(): Promise<void> {
    const isStale = performance.now() - this.#lastUsed > MAX_IDLE_MS;
    await Promise.all(this.#clients.map((client) => client.reopen(this.#url, isStale)));
    await Promise.all(this.#clients.map((client) => client.askWhile(forTimes(1))));
    for (const client of this.#clients) client.forgetDurations();
  }

  /** Asks for as long as it goes on. */
  async ask(goesOn: () => boolean): Promise<Answered> {
    const begun = performance.now();
    await Promise.all(this.#clients.map((client) => client.askWhile(goesOn)));
    this.#lastUsed = performance.now();
    const elapsedMs = this.#lastUsed - begun;
    const taken = this.#clients.map((client) => client.take());
    const durationsMs = taken.flatMap((one) => one.durationsMs);
    const failed = taken.reduce((sum, one) => sum + one.failed, 0);
    const answered = durationsMs.length - failed;
    return {
      answered,
      perSecond: (answered / elapsedMs) * 1_000,
      p50Ms: quantileOf(durationsMs, 0.5),
      p99Ms: quantileOf(durationsMs, 0.99),
      elapsedMs,
      durationsMs,
      failed,
    };
  }

  [Symbol.dispose](): void {
    for (const client of this.#clients) client.close();
  }
}

class Client {
  #durationsMs: number[] = [];
  #failed = 0;
  #connection: Connection;
  readonly #steps: readonly ((answer: Reply | null) => string)[];

  constructor(connection: Connection, steps: readonly Step[]) {
    this.#connection = connection;
    this.#steps = steps.map((step) => {
      if (typeof step === "function") return (answer) => onWire(step(JSON.parse(answer?.body ?? "null")));
      const text = onWire(step);
      return () => text;
    });
  }

  close(): void {
    this.#connection.close();
  }

  async reopen(url: string, isStale: boolean): Promise<void> {
    if (this.#connection.isOpen && !isStale) return;
    this.close();
    this.#connection = await Connection.open(url);
  }

  /** What happened since the last time. */
  take(): Pick<Answered, "durationsMs" | "failed"> {
    const taken = { durationsMs: this.#durationsMs, failed: this.#failed };
    this.forgetDurations();
    this.#failed = 0;
    return taken;
  }

  forgetDurations(): void {
    this.#durationsMs = [];
  }

  async askWhile(goesOn: () => boolean): Promise<void> {
    let last: Reply | null = null;
    while (goesOn()) {
      for (const step of this.#steps) {
        const begun = performance.now();
        last = await this.#connection.ask(step(last));
        this.#durationsMs.push(performance.now() - begun);
        if (last.status < 200 || last.status >= 300) this.#failed += 1;
      }
    }
  }
}

function onWire({ method, path, headers, body = "" }: Request): string {
  const all = { host: "127.0.0.1", ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** What this share of the durations does not exceed. */
export function quantileOf(durationsMs: readonly number[], share: number): number {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
