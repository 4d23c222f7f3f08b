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
  readonly p99Ms: number;
  /** Requests that had no answer, or one that is not of the 200s. */
  readonly failed: number;
}

/** From now on. */
export function forSeconds(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() < end;
}

/** Asks a server, every connection as soon as it was answered. */
export async function load(url: string, { connections, goesOn, steps }: Load): Promise<Answered> {
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
  const begun = performance.now();
  const clients = all.map((connection, i) => new Client(connection, steps(i)));
  await Promise.all(clients.map((client) => client.askWhile(goesOn)));
  const elapsedMs = performance.now() - begun;
  for (const connection of all) connection.close();
  const durations = clients.flatMap(({ durationsMs }) => durationsMs);
  const failed = clients.reduce((sum, client) => sum + client.failed, 0);
  const answered = durations.length - failed;
  return { answered, perSecond: (answered / elapsedMs) * 1_000, p99Ms: p99Of(durations), failed };
}

class Client {
  readonly durationsMs: number[] = [];
  failed = 0;
  readonly #connection: Connection;
  readonly #steps: readonly ((answer: Reply | null) => string)[];

  constructor(connection: Connection, steps: readonly Step[]) {
    this.#connection = connection;
    this.#steps = steps.map((step) => {
      if (typeof step === "function") return (answer) => onWire(step(JSON.parse(answer?.body ?? "null")));
      const text = onWire(step);
      return () => text;
    });
  }

  async askWhile(goesOn: () => boolean): Promise<void> {
    let last: Reply | null = null;
    while (goesOn()) {
      for (const step of this.#steps) {
        const begun = performance.now();
        last = await this.#connection.ask(step(last));
        this.durationsMs.push(performance.now() - begun);
        if (last.status < 200 || last.status >= 300) this.failed += 1;
      }
    }
  }
}

function onWire({ method, path, headers, body = "" }: Request): string {
  const all = { host: "127.0.0.1", ...headers, ...(body === "" ? {} : { "content-length": Buffer.byteLength(body) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** What all but one in a hundred were answered within. */
function p99Of(durationsMs: readonly number[]): number {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  return sorted[Math.floor(0.99 * (sorted.length - 1))] ?? Number.NaN;
}
