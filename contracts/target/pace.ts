import { setTimeout as sleep } from "node:timers/promises";
import type { Description } from "../judge/description.ts";
import { parseJson } from "../judge/json.ts";
import { isPlainLimit, isTrouble, signOf } from "../trace/cause.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { intentOf } from "./intent.ts";

type Answer = TargetAnswer | NoAnswer;

interface PaceParts {
  readonly forward: (passed: Passed) => Promise<Answer>;
  readonly description: Description;
  /** How long a target may ask to wait. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Sends requests as fast as the target takes them. When it puts one off, the whole run waits, and goes on more slowly. */
export class Pace {
  readonly #parts: PaceParts;
  /** Answers that are known to say only that there were too many requests. */
  readonly #limits = new Set<string>();
  readonly #putOff = new WeakSet<Answer>();
  #intervalMs = 0;
  #nextAt = 0;
  #slowedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: PaceParts) {
    this.#parts = parts;
  }

  /** The least time between two requests; 0 until the target has put one off. */
  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** Sends a request; again where the target puts it off, and where it only reads and its answer was lost. */
  async send(passed: Passed, onVain: (answer: Answer) => void = () => {}): Promise<Answer> {
    const endsAt = Date.now() + this.#parts.patienceMs;
    for (let nth = 1; ; nth += 1) {
      await this.#turn();
      const sentAt = performance.now();
      const answer = await this.#parts.forward(passed);
      const isLimit = await this.#isLimit(passed, answer);
      if (isLimit) this.#putOff.add(answer);
      const waitMs = isLimit ? waitAfter(answer, nth) : waitAfterLoss(passed, answer, nth);
      if (waitMs === undefined || Date.now() + waitMs > endsAt || this.#parts.signal.aborted) return answer;
      onVain(answer);
      await this.#wait(waitMs, sentAt);
    }
  }

  /** Whether an answer says nothing but that there were too many requests, or that the target cannot answer now. */
  putsOff(answer: Answer): answer is TargetAnswer {
    return this.#putOff.has(answer);
  }

  async #isLimit(passed: Passed, answer: Answer): Promise<boolean> {
    if ("failure" in answer) return false;
    const { operationId, method } = intentOf(this.#parts.description, passed);
    // A 503 of a gateway does not tell whether it passed a POST on.
    if (answer.status === 503) return method === "GET" && answer.headers["retry-after"] !== undefined;
    if (answer.status !== 429) return false;
    const sign = signed(answer);
    if (isPlainLimit(operationId, this.#parts.description) || isUsedUp(answer)) this.#limits.add(sign);
    if (!this.#limits.has(sign)) await this.#compare(passed);
    return this.#limits.has(sign);
  }

  /** A code that was tried too often may get 429 as well: then what only reads does not get it. */
  async #compare({ headers }: Passed): Promise<void> {
    const { method, path } = this.#parts.description.operation("getBalance");
    const key: Record<string, string> = headers["x-api-key"] === undefined ? {} : { "x-api-key": headers["x-api-key"] };
    const passed = { method, path, headers: key, body: Buffer.alloc(0) };
    const answers = await Promise.all([passed, passed, passed].map((one) => this.#parts.forward(one)));
    for (const answer of answers) if (!("failure" in answer) && answer.status === 429) this.#limits.add(signed(answer));
  }

  async #wait(ms: number, sentAt: number): Promise<void> {
    // What was sent before the run slowed down says nothing of the new pace.
    if (ms >= 1_000 && sentAt > this.#slowedAt) {
      this.#intervalMs = Math.min(MAX_INTERVAL_MS, Math.max(100, this.#intervalMs * 1.5));
      this.#slowedAt = performance.now();
    }
    this.#nextAt = Math.max(this.#nextAt, Date.now() + ms);
    await sleep(ms, undefined, { signal: this.#parts.signal }).catch(() => {});
  }

  async #turn(): Promise<void> {
    const at = Math.max(this.#nextAt, Date.now());
    if (this.#intervalMs > 0) this.#nextAt = at + this.#intervalMs;
    if (at > Date.now()) await sleep(at - Date.now(), undefined, { signal: this.#parts.signal }).catch(() => {});
  }
}

/** Returns what is told instead of such a response: it speaks neither for nor against the target. */
export function limitText({ status }: TargetAnswer): string {
  return `the target limits its rate: ${status}, ${status === 429 ? "too many requests" : "not now"}`;
}

/** By default a second, and each time twice as long. A date would have to be read by the target's clock. */
function waitAfter(answer: Answer, nth: number): number {
  const said = "failure" in answer ? undefined : answer.headers["retry-after"];
  return said !== undefined && /^[0-9]{1,6}$/.test(said) ? Math.max(1, Number(said)) * 1_000 : 500 * 2 ** nth;
}

function waitAfterLoss({ method }: Passed, answer: Answer, nth: number): number | undefined {
  const isLost = "failure" in answer ? answer.failure === "no-answer" : isTrouble(answer.status);
  return isLost && method === "GET" && nth < 4 ? 150 * nth : undefined;
}

function isUsedUp({ headers }: TargetAnswer): boolean {
  return [headers["x-ratelimit-remaining"], headers["ratelimit-remaining"]].includes("0");
}

function signed({ status, body }: TargetAnswer): string {
  const text = body.toString();
  return signOf({ status, text, json: parseJson(text) });
}

const MAX_INTERVAL_MS = 1_000;
