import { isIP, type LookupFunction, Socket } from "node:net";
import type { buildConnector, Client } from "undici";
import { specialAddressInWords } from "../domain/address.ts";
import { AttemptError, undici } from "./failure.ts";

/** Where a connection leads. Two that differ in either never share a connection. */
export interface Destination {
  /** Scheme, host and port: `https://hooks.acme.dev`. */
  readonly origin: string;
  /** Whether the addresses it leads to are held to the URL policy. */
  readonly checked: boolean;
}

/**
 * Makes connections and keeps them for the next attempt. A connection opened without a check is never given to an attempt
 * that wants one, or the check could be had by being second.
 */
export class Dialer {
  readonly #lookup: LookupFunction;
  #connectors: Readonly<Record<"checked" | "unchecked", buildConnector.connector>> | undefined;
  readonly #lines = new Set<Line>();
  readonly #idle = new Map<string, Line[]>();

  constructor(lookup: LookupFunction) {
    this.#lookup = lookup;
  }

  /** A line to that place for one attempt: the one that was used last of those kept, else a new one. */
  line(destination: Destination): Line {
    const key = keyOf(destination);
    const idle = this.#idle.get(key);
    const line = idle?.pop();
    if (idle?.length === 0) this.#idle.delete(key);
    return line ?? this.newLine(destination);
  }

  newLine(destination: Destination): Line {
    this.#connectors ??= { checked: checkedConnector(this.#lookup), unchecked: connector(this.#lookup) };
    const line = new Line(destination, this.#connectors[destination.checked ? "checked" : "unchecked"]);
    line.client.on("disconnect", () => this.#forget(line));
    this.#lines.add(line);
    return line;
  }

  /** Takes back a line whose answer came whole. When the other side hangs up, it is forgotten. */
  keep(line: Line): void {
    const key = keyOf(line.destination);
    const idle = this.#idle.get(key);
    if (idle === undefined) this.#idle.set(key, [line]);
    else idle.push(line);
  }

  /** Ends a line and its connection, also one that is still being made. What waits for an answer on it gets an error. */
  async end(line: Line): Promise<void> {
    this.#lines.delete(line);
    await line.end();
  }

  /** Ends all lines. */
  async close(): Promise<void> {
    this.#idle.clear();
    await Promise.all([...this.#lines].map((line) => this.end(line)));
  }

  #forget(line: Line): void {
    const key = keyOf(line.destination);
    const idle = this.#idle.get(key);
    const index = idle?.indexOf(line) ?? -1;
    if (idle === undefined || index === -1) return;
    idle.splice(index, 1);
    if (idle.length === 0) this.#idle.delete(key);
    void this.end(line);
  }
}

/**
 * One connection at most, used by one attempt at a time. This is why there is no pool of the library's: in a pool an
 * attempt's connection cannot be ended while it is still being made, and would be for minutes after the attempt's time.
 */
export class Line {
  readonly destination: Destination;
  readonly client: Client;
  #opening: Socket | null = null;

  constructor(destination: Destination, connect: buildConnector.connector) {
    this.destination = destination;
    // Without time-outs of its own, only that of the attempt decides.
    const { Client } = undici();
    this.client = new Client(destination.origin, {
      connect: (options, callback) => this.#open(connect, options, callback),
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** A client that is destroyed waits for the connection it is making, for minutes at worst; so that is ended first. */
  async end(): Promise<void> {
    this.#opening?.destroy();
    await this.client.destroy();
  }

  #open(connect: buildConnector.connector, options: buildConnector.Options, callback: buildConnector.Callback): void {
    // The library's connectors return the socket, though their type keeps it to itself.
    const socket: unknown = connect(options, (...result) => {
      this.#opening = null;
      callback(...result);
    });
    if (socket instanceof Socket) this.#opening = socket;
  }
}

function keyOf({ origin, checked }: Destination): string {
  return checked ? `checked ${origin}` : origin;
}

function connector(lookup: LookupFunction): buildConnector.connector {
  return undici().buildConnector({ lookup, timeout: 0, allowH2: false });
}

/** A name is checked when it is looked up, an address in the URL is never looked up, and what counts is what came of it. */
function checkedConnector(lookup: LookupFunction): buildConnector.connector {
  const connect = connector(checkedLookup(lookup));
  return (options, callback) => {
    const literal = isIP(options.hostname) === 0 ? null : refusal(options.hostname, [options.hostname]);
    if (literal !== null) return process.nextTick(callback, literal, null);
    return connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      const refused = refusal(options.hostname, addressesOf(socket));
      if (refused === null) return callback(null, socket);
      socket.destroy();
      return callback(refused, null);
    });
  };
}

/** None when the other side has hung up already. Then nothing can be sent to it either. */
function addressesOf(socket: Socket): string[] {
  return socket.remoteAddress === undefined ? [] : [socket.remoteAddress];
}

/** One bad address among good ones is enough: which of them is taken is not ours to say. */
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
