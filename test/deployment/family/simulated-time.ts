import { subscribe } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import type { Socket } from "node:net";
import promises from "node:timers/promises";

const real = { Date, clearTimeout, setImmediate };

/**
 * Lets this process pass over waits: as soon as nothing is under way in it, its time goes on to the next timer that is due.
 * What happens to a request takes a millisecond, however busy the machine is. Timers of Node itself, such as those of
 * sockets, stay real.
 */
export function simulateTime(): void {
  const time = new Time();
  const startedAt = time.now;
  const setTimeout = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    new Timer(time, () => run(...given), ms);
  const setInterval = (run: () => void, ms = 0) => {
    const beat = () => {
      timer.refresh();
      run();
    };
    const timer = new Timer(time, beat, ms);
    return timer;
  };
  const clearTimeout = (timer: NodeJS.Timeout | Timer) => {
    if (timer instanceof Timer) time.pending.delete(timer);
    else real.clearTimeout(timer);
  };
  const sleep = (ms = 0, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    const timer = new Timer(time, () => resolve(value), ms);
    const abort = () => {
      time.pending.delete(timer);
      reject(new DOMException("The operation was aborted", "AbortError"));
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener("abort", abort, { once: true });
    return promise.finally(() => signal?.removeEventListener("abort", abort));
  };
  const clearInterval = clearTimeout;
  Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval, Date: dateOf(time) });
  Object.assign(performance, { now: () => time.now - startedAt });
  Object.assign(promises, { setTimeout: sleep });
  syncBuiltinESMExports();
}

function dateOf(time: Time): DateConstructor {
  return new Proxy(real.Date, {
    construct: (target, given: []) => (given.length === 0 ? new target(time.now) : new target(...given)),
    get: (target, name, receiver) => (name === "now" ? () => time.now : Reflect.get(target, name, receiver)),
  });
}

class Timer {
  readonly run: () => void;
  due = 0;
  readonly #time: Time;
  readonly #ms: number;

  constructor(time: Time, run: () => void, ms: number) {
    this.run = run;
    this.#time = time;
    this.#ms = Math.max(1, Number(ms) || 0);
    this.refresh();
  }

  refresh(): this {
    this.due = this.#time.now + this.#ms;
    this.#time.add(this);
    return this;
  }

  ref = () => this;
  unref = () => this;
}

class Time {
  now = real.Date.now();
  readonly pending = new Set<Timer>();
  #isRunning = false;
  /** Requests of this process that have no response yet, with the port that they were sent from. */
  readonly #underWay = new Map<unknown, number | undefined>();
  /** Ports of senders: one end has written, and the other has not read yet. */
  readonly #unread = new Set<number | undefined>();
  #connecting = 0;
  /** How often something happened to a request. */
  #happened = 0;

  constructor() {
    const end = (request: unknown) => {
      this.#unread.delete(this.#underWay.get(request));
      this.#underWay.delete(request);
    };
    const notes: Readonly<Record<string, (noted: Noted) => void>> = {
      "undici:request:create": ({ request }) => this.#underWay.set(request, undefined),
      "undici:client:sendHeaders": ({ request, socket }) => {
        this.#underWay.set(request, socket?.localPort);
        this.#unread.add(socket?.localPort);
      },
      "undici:request:headers": () => {},
      "undici:request:trailers": ({ request }) => end(request),
      "undici:request:error": ({ request }) => end(request),
      "http.server.request.start": ({ socket }) => this.#unread.delete(socket?.remotePort),
      "http.server.response.finish": ({ socket }) => {
        if ([...this.#underWay.values()].includes(socket?.remotePort)) this.#unread.add(socket?.remotePort);
      },
    };
    for (const [name, note] of Object.entries(notes)) {
      subscribe(name, (message) => {
        this.#happened += 1;
        this.now += 1;
        note(message as Noted);
      });
    }
    subscribe("undici:client:beforeConnect", () => (this.#connecting += 1));
    for (const end of ["connected", "connectError"]) subscribe(`undici:client:${end}`, () => (this.#connecting -= 1));
  }

  add(timer: Timer): void {
    this.pending.add(timer);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (this.pending.size > 0) {
      const isQuiet = await this.#isQuiet();
      const next = [...this.pending].reduce<Timer | undefined>(
        (a, b) => (a !== undefined && a.due <= b.due ? a : b),
        undefined,
      );
      if (next === undefined || (next.due > this.now && !isQuiet)) continue;
      this.now = Math.max(this.now, Math.ceil(next.due));
      this.pending.delete(next);
      next.run();
    }
    this.#isRunning = false;
  }

  /** Whether nothing happens by itself; a request that is under way gets some turns more to come to its end. */
  async #isQuiet(): Promise<boolean> {
    const before = this.#happened;
    const turns = this.#underWay.size > 0 ? TURNS_UNDER_WAY : TURNS;
    const isOnItsWay = () => this.#unread.size > 0 || this.#connecting > 0;
    for (let nth = 0; (nth < turns || isOnItsWay()) && this.#happened === before; nth += 1)
      await new Promise((resolve) => real.setImmediate(resolve));
    return this.#happened === before;
  }
}

interface Noted {
  readonly request?: unknown;
  readonly socket?: Socket | null;
}

const TURNS = 4;
/** Both ends are in this process: what one has written, the other can read in the next turn. */
const TURNS_UNDER_WAY = 40;
