import type { Evidence } from "../desk/evidence.ts";
import { Forwarder, type NoAnswer } from "../desk/forward.ts";
import { type Expectation, headersOf, type Letter } from "./letter.ts";

/** A letter that was sent, and what came of it. */
export interface Posted {
  readonly letter: Letter;
  readonly expected: Expectation;
  /** Without its body, which only the evidence keeps. */
  readonly answer: { readonly status: number } | NoAnswer;
  readonly durationMs: number;
  /** Whether it had no whole answer when its time was over. */
  readonly isLate: boolean;
}

export interface Addressee {
  readonly url: URL;
  /** What a gateway before the receiver wants. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long a letter waits for its whole answer. */
  readonly answerMs: number;
  /** Between the pieces of a letter, so that the receiver reads them one by one. */
  readonly pauseMs: number;
}

/** What a receiver says beside its status is for people, if for anybody. */
const keptBytes = 64 * 1024;

/** Posts letters, and keeps the evidence of them. Nothing is followed, and nothing sent twice unasked. */
export class Posting {
  readonly #addressee: Addressee;
  readonly #evidence: Evidence;
  readonly #forwarder: Forwarder;

  /** `keepsConnections`: what goes out one after the other uses the same connection, as long as the receiver keeps it. */
  constructor(addressee: Addressee, evidence: Evidence, keepsConnections = false) {
    const { url, answerMs } = addressee;
    this.#addressee = addressee;
    this.#evidence = evidence;
    this.#forwarder = new Forwarder(url.origin, keepsConnections, { answerMs, controlAnswerMs: answerMs, keptBytes });
  }

  /** `clause`: for whose sake. */
  async send(letter: Letter, clause: string, expected: Expectation): Promise<Posted> {
    const { url, headers, answerMs, pauseMs } = this.#addressee;
    const { signature, cutAt } = letter;
    const encoded = encodedIn(signature);
    if (encoded !== undefined) this.#evidence.hide(encoded, clause);
    const path = url.pathname + url.search;
    const body = Buffer.from(letter.body);
    const pieces = cutAt !== undefined && { pieces: { cutAt, pauseMs } };
    const passed = { method: "POST", path, headers: headersOf(letter, headers), body, ...pieces };
    // What stands behind the question mark may open a gateway.
    const shown = { ...passed, path: shownPath(url) };
    const start = performance.now();
    const answer = await this.#evidence.of(clause, undefined, shown, () => this.#forwarder.send(passed));
    const durationMs = performance.now() - start;
    const status = "failure" in answer ? answer : { status: answer.status };
    return { letter, expected, answer: status, durationMs, isLate: durationMs >= answerMs };
  }

  close(): Promise<void> {
    return this.#forwarder.close();
  }
}

/** Some are a right one in base64, and a receiver may tell what it got. Hexadecimal digits are known by their looks. */
function encodedIn(signature: string | null): string | undefined {
  const [, encoded = ""] = /=(.+)$/.exec(signature ?? "") ?? [];
  return /^[0-9a-f]*$/i.test(encoded) ? undefined : encoded;
}

/** The path of an address without what stands behind its question mark. */
export function shownPath({ pathname, search }: URL): string {
  return search === "" ? pathname : `${pathname}?…`;
}

export function isAcknowledged(posted: Posted): boolean {
  return isAnswered(posted, "2xx");
}

export function isAnswered({ answer }: Pick<Posted, "answer">, kind: "2xx" | "3xx" | "5xx"): boolean {
  return "status" in answer && Math.floor(answer.status / 100) === Number(kind[0]);
}
