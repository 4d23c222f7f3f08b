import { isIP, type LookupFunction, Socket } from "node:net";
import type { buildConnector, Client } from "undici";
import { specialAddressInWords } from "../domain/address.ts";
import { AttemptError, undici } from "./failure.ts";

/** Where a connection leads. Connections are shared only between equal destinations. */
export interface Destination {
  /** Scheme, host and port: `https://hooks.acme.dev`. */
  readonly origin: string;
  /** Whether the URL policy applies to its addresses. */
  readonly checked: boolean;
}

/**
 * Makes connections and keeps them for later attempts. An attempt that needs checked addresses never gets a connection
 * that was opened without the check; otherwise being second would avoid it.
 */
export class Dialer {
  readonly #lookup: LookupFunction;
  readonly #otherLine: ((destination: Destination) => Line) | undefined;
  #connectors: Readonly<Record<"checked" | "unchecked", buildConnector.connector>> | undefined;
  readonly #lines = new Set<Line>();
  /** The one that was used last stands at the end. */
  readonly #idle: Line[] = [];

  /** `otherLine`: makes all lines; by default they are connections to addresses. */
  constructor(lookup: LookupFunction, otherLine?: (destination: Destination) => Line) {
    this.#lookup = lookup;
    this.#otherLine = otherLine;
  }

  /** Returns a connection for one attempt: the kept one that was used last, or a new one. */
  line(destination: Destination): Line {
    const kept = this.#idle.findLastIndex((line) => isSame(line.destination, destination));
    const [line = this.newLine(destination)] = kept === -1 ? [] : this.#idle.splice(kept, 1);
    return line;
  }

  /** Returns a connection that no attempt has used. */
  newLine(destination: Destination): Line {
    const line = this.#otherLine?.(destination) ?? this.#dial(destination);
    this.#lines.add(line);
    return line;
  }

  #dial(destination: Destination): Line {
    this.#connectors ??= { checked: checkedConnector(this.#lookup), unchecked: connector(this.#lookup) };
    const line = new DialedLine(destination, this.#connectors[destination.checked ? "checked" : "unchecked"]);
    line.client.on("disconnect", () => this.#forget(line));
    return line;
  }

  /** Keeps a connection after a complete response. It is dropped when the other side closes it. */
  keep(line: Line): void {
    line.isKept = true;
    this.#idle.push(line);
  }

  /** Ends a connection, even while it is being made. A request that waits on it gets an error. */
  async end(line: Line): Promise<void> {
    this.#lines.delete(line);
    await line.end();
  }

  async close(): Promise<void> {
    this.#idle.length = 0;
    await Promise.all([...this.#lines].map((line) => this.end(line)));
  }

  #forget(line: Line): void {
    const index = this.#idle.indexOf(line);
    if (index === -1) return;
    this.#idle.splice(index, 1);
    void this.end(line);
  }
}

/** At most one connection, used by one attempt at a time. */
export interface Line {
  readonly destination: Destination;
  /** Whether it is kept from an earlier attempt. The other side may be closing it. */
  isKept: boolean;
  dispatch(request: AttemptRequest, handler: AttemptHandler): void;
  /** Ends the connection; a request on it gets an error or hears nothing more. */
  end(): Promise<void>;
}

/** What is sent to a receiver. */
export interface AttemptRequest {
  readonly path: string;
  readonly method: "POST";
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** What a line tells of a request, in this order: the events of the library, as far as an attempt needs them. */
export interface AttemptHandler {
  onRequestStart(): void;
  onResponseStarted(): void;
  onResponseStart(controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void;
  onResponseData(controller: { abort(error: Error): void }, chunk: Buffer): void;
  onResponseEnd(): void;
  onResponseError(controller: unknown, error: Error): void;
}

/**
 * A client of the library with one connection. A pool of the library cannot end a connection that is still being made, so it
 * would stay for minutes after the attempt's time.
 */
class DialedLine implements Line {
  readonly destination: Destination;
  readonly client: Client;
  isKept = false;
  #opening: Socket | null = null;

  constructor(destination: Destination, connect: buildConnector.connector) {
    this.destination = destination;
    // Only the attempt's own timeout decides.
    const { Client } = undici();
    this.client = new Client(destination.origin, {
      connect: (options, callback) => this.#open(connect, options, callback),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  dispatch(request: AttemptRequest, handler: AttemptHandler): void {
    this.client.dispatch(request, handler);
  }

  /** Ends the connection first: a destroyed client may wait for minutes for a connection that it is making. */
  async end(): Promise<void> {
    this.#opening?.destroy();
    await this.client.destroy();
  }

  #open(connect: buildConnector.connector, options: buildConnector.Options, callback: buildConnector.Callback): void {
    // The library's connectors return the socket, although their type does not say so.
    const socket: unknown = connect(options, (...result) => {
      this.#opening = null;
      callback(...result);
    });
    if (socket instanceof Socket) this.#opening = socket;
  }
}

function isSame(one: Destination, other: Destination): boolean {
  return one.origin === other.origin && one.checked === other.checked;
}

function connector(lookup: LookupFunction): buildConnector.connector {
  return undici().buildConnector({ lookup, timeout: 0, allowH2: false });
}

/** Checks names when they are resolved, addresses in the URL before connecting, and the connected address. */
function checkedConnector(lookup: LookupFunction): buildConnector.connector {
  const connect = connector(checkedLookup(lookup));
  return (options, callback) => {
    const literal = isIP(options.hostname) === 0 ? null : refusal(options.hostname, [options.hostname]);
    if (literal !== null) return process.nextTick(callback, literal, null);
    return connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      // It has no address if the other side has already closed. Then nothing can be sent to it either.
      const refused = refusal(options.hostname, socket.remoteAddress === undefined ? [] : [socket.remoteAddress]);
      if (refused === null) return callback(null, socket);
      socket.destroy();
      return callback(refused, null);
    });
  };
}

/** Rejects a name if any of its addresses is not allowed, since the caller does not choose which one is used. */
function checkedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family = 0) => {
      if (error !== null) return callback(error, []);
      const all = typeof found === "string" ? [{ address: found, family }] : found;
      const refused = refusal(
        hostname,
        all.map(({ address }) => address),
      );
      if (refused !== null) return callback(refused, []);
      const [first] = all;
      if (options.all || first === undefined) return callback(null, all);
      return callback(null, first.address, first.family);
    });
  };
}

function refusal(hostname: string, addresses: readonly string[]): AttemptError | null {
  for (const address of addresses) {
    const special = specialAddressInWords(address);
    if (special === null) continue;
    const leads = hostname === address ? `${address} is ${special}` : `${hostname} resolves to ${address}, ${special}`;
    return new AttemptError("ADDRESS_REFUSED", `${leads}, and the URL policy refuses that; ${wayOut}`);
  }
  return null;
}

const wayOut =
  "to reach a receiver of your own, add a route for its host with PUT /sandbox/routes, " +
  'or switch the policy off with the setting webhookUrls: "any".';
