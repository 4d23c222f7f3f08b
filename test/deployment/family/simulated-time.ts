import { subscribe } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import promises from "node:timers/promises";

const real = { Date, setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, sleep: promises.setTimeout };

/**
 * Lets this process pass over waits: as soon as nothing is under way in it, its time goes on to the next timer that is due.
 * What happens to a request takes a millisecond, however busy the machine is. Timers of Node itself, such as those of
 * sockets, stay real.
 */
export function simulateTime(): void {
  const time = new Time();
  const set = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => time.set(() => run(...given), ms);
  const clear = (timer: unknown) => {
    if (timer instanceof Timer) timer.clear();
    else real.clearTimeout(timer as NodeJS.Timeout);
  };
  const repeat = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const timer = time.set(() => {
      timer.refresh();
      run(...given);
    }, ms);
    return timer;
  };
  const sleep = (ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(new DOMException("The operation was aborted", "AbortError"));
      const abort = () => {
        timer.clear();
        reject(new DOMException("The operation was aborted", "AbortError"));
      };
      const timer = time.set(() => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      }, ms);
      signal?.addEventListener("abort", abort, { once: true });
    });
  const faked = { setTimeout: set, clearTimeout: clear, setInterval: repeat, clearInterval: clear };
  Object.assign(globalThis, faked, { Date: dateOf(time) });
  Object.assign(timers, faked);
  Object.assign(promises, { setTimeout: sleep });
  syncBuiltinESMExports();
}

function dateOf(time: Time): DateConstructor {
  return new Proxy(real.Date, {
    construct: (target, given: []) => (given.length === 0 ? new target(time.now()) : new target(...given)),
    apply: () => new real.Date(time.now()).toString(),
    get: (target, name, receiver) => (name === "now" ? () => time.now() : Reflect.get(target, name, receiver)),
  });
}

class Timer {
  readonly #time: Time;
  readonly #ms: number;
  readonly run: () => void;
  due = 0;

  constructor(time: Time, run: () => void, ms: number) {
    this.#time = time;
    this.run = run;
    this.#ms = ms;
    this.refresh();
  }

  refresh(): this {
    this.due = this.#time.now() + Math.max(1, Number(this.#ms) || 0);
    this.#time.add(this);
    return this;
  }

  clear(): void {
    this.#time.pending.delete(this);
  }

  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  [Symbol.dispose] = () => this.clear();
}

class Time {
  readonly pending = new Set<Timer>();
  #now = real.Date.now();
  #isRunning = false;
  /** Requests of this process that have no response yet. */
  readonly #underWay = new Set<unknown>();
  /** How often something happened to a request. */
  #happened = 0;

  constructor() {
    const tell = (name: string, note?: (request: unknown) => void) =>
      subscribe(name, (message) => {
        this.#happened += 1;
        this.#now += 1;
        if (typeof message === "object" && message !== null && "request" in message) note?.(message.request);
      });
    tell("undici:request:create", (request) => this.#underWay.add(request));
    tell("undici:request:headers");
    tell("undici:request:trailers", (request) => this.#underWay.delete(request));
    tell("undici:request:error", (request) => this.#underWay.delete(request));
    tell("http.server.request.start");
    tell("http.server.response.finish");
  }

  now(): number {
    return this.#now;
  }

  set(run: () => void, ms: number): Timer {
    return new Timer(this, run, ms);
  }

  add(timer: Timer): void {
    this.pending.add(timer);
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const isQuiet = await this.#isQuiet();
      const first = this.#next();
      if (first === undefined || (first.due > this.#now && !isQuiet)) continue;
      this.#now = Math.max(this.#now, Math.ceil(first.due));
      first.clear();
      first.run();
    }
    this.#isRunning = false;
  }

  /** The first of those that are due first. */
  #next(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.pending) if (first === undefined || timer.due < first.due) first = timer;
    return first;
  }

  /** Whether nothing happens by itself. A request that is under way gets some turns more to come to its end. */
  async #isQuiet(): Promise<boolean> {
    const before = this.#happened;
    const turns = this.#underWay.size > 0 ? TURNS_UNDER_WAY : TURNS;
    for (let nth = 0; nth < turns && this.#happened === before; nth += 1)
      await new Promise((resolve) => real.setImmediate(resolve));
    return this.#happened === before;
  }
}

const TURNS = 4;
/** Both ends are in this process: what one has written, the other can read in the next turn. */
const TURNS_UNDER_WAY = 40;
