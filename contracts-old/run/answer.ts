import type { Operation } from "../description/description.ts";
import { everything, isObject, shown, valueAt } from "../description/json.ts";
import type { Judgement } from "../description/judge.ts";
import type { RawAnswer } from "./desk-client.ts";
import type { Examiner, Known } from "./examiner.ts";
import { must } from "./verdict-error.ts";

/** An answer of the interface, which a contract says what to expect of. What it does not say is judged by its status. */
export class Answer {
  readonly operation: Operation;
  readonly status: number;
  readonly body: unknown;
  readonly #raw: RawAnswer;
  readonly #examiner: Examiner;
  #judgement: Judgement | undefined;

  constructor(operation: Operation, raw: RawAnswer, examiner: Examiner) {
    this.operation = operation;
    this.status = raw.status;
    this.body = raw.body;
    this.#raw = raw;
    this.#examiner = examiner;
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  /** @throws Broken unless it is a success with all that the document shows of it. */
  accepted(outcome: string, known: Known = {}): this {
    must(this.isSuccess, `${this.#request} should be accepted, and was answered ${this.status} ${this.#excerpt}`);
    this.#judgement = this.#examiner.answer(this, outcome, known);
    return this;
  }

  /** @throws Broken unless it is a refusal: of the documented status where there is one, else any of 400 to 499. */
  refused(outcome: string, known: Known = {}): this {
    const isRefusal = this.status >= 400 && this.status <= 499;
    must(isRefusal, `${this.#request} should be refused, and was answered ${this.status} ${this.#excerpt}`);
    this.#judgement = this.#examiner.answer(this, outcome, known);
    return this;
  }

  /** Held against whatever is described for its status, if no contract has said what to expect. */
  judgeByStatus(): void {
    if (this.#judgement === undefined) this.#judgement = this.#examiner.byStatus(this);
  }

  /** What the document calls so, wherever it stands: the nearest to the root. */
  find(name: string): unknown {
    for (const { place, value } of everything(this.#payloadFirst())) if (place.at(-1) === name) return value;
    return undefined;
  }

  /** @throws Broken unless it is a text. */
  text(name: string): string {
    const value = this.find(name);
    must(
      typeof value === "string",
      `${this.#request} must answer with a text "${name}", and did with ${this.#excerpt}`,
    );
    return value;
  }

  /** @throws Broken unless it is a whole number. */
  integer(name: string): number {
    const value = this.find(name);
    const isInteger = typeof value === "number" && Number.isInteger(value);
    must(isInteger, `${this.#request} must answer with a whole number "${name}", and did with ${this.#excerpt}`);
    return value;
  }

  /** The list that it is about, wherever it stands. */
  list(): readonly unknown[] {
    const found = this.#judgement?.payload;
    const list = found && valueAt(this.body, found);
    must(Array.isArray(list), `${this.#request} must answer with a list, and did with ${this.#excerpt}`);
    return list;
  }

  /** The same as objects. */
  records(): readonly Readonly<Record<string, unknown>>[] {
    return this.list().filter(isObject);
  }

  get #request(): string {
    return `${this.operation.method} ${this.operation.path}`;
  }

  get #excerpt(): string {
    return this.body === undefined ? JSON.stringify(this.#raw.text.slice(0, 200)) : shown(this.body);
  }

  /** An envelope may have members of the same names as the payload: `status` is one. */
  #payloadFirst(): unknown {
    const place = this.#judgement?.payload;
    return place === undefined ? this.body : [valueAt(this.body, place), this.body];
  }
}
