import { Agent, fetch } from "undici";
import { isObject, parseJson } from "../description/json.ts";
import { codePath, type DeskSays, deliveryPath, deskHeaders, endPath } from "../desk/headers.ts";
import type { ReceivedDelivery } from "../report/report.ts";
import { needs } from "../report/verdict.ts";
import type { RunSettings } from "./settings.ts";
import { Broken, CouldNotRun } from "./verdict-error.ts";

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly body?: string;
}

/** What came back over the wire. `body` is parsed JSON, undefined where it is none. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  readonly body: unknown;
}

/** How long an answer may take the desk says, which also waits for people. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Sends a contract's requests through the desk. */
export class DeskClient {
  readonly #settings: RunSettings;
  readonly #clause: string;

  readonly #signal: AbortSignal;

  constructor(settings: RunSettings, clause: string, signal: AbortSignal) {
    this.#settings = settings;
    this.#clause = clause;
    this.#signal = signal;
  }

  /** What stands for the target's address. */
  get url(): string {
    return this.#settings.deskUrl;
  }

  /**
   * @throws CouldNotRun when the user has not allowed it, or the target cannot be reached.
   * @throws Broken when the target took the request and gave no answer.
   */
  send(request: Request): Promise<RawAnswer> {
    return this.#send(request, this.#signal);
  }

  async #send({ method, path, headers = {}, body }: Request, signal?: AbortSignal): Promise<RawAnswer> {
    const own = { [deskHeaders.token]: this.#settings.deskToken, [deskHeaders.clause]: this.#clause };
    const payload = body === undefined ? null : body;
    const url = this.#settings.deskUrl + path;
    const init = { method, headers: { ...headers, ...own }, body: payload, redirect: "manual" } as const;
    const response = await fetch(url, { ...init, dispatcher: patient, ...(signal && { signal }) });
    const text = await response.text();
    const says = response.headers.get(deskHeaders.says);
    if (says !== null) throw refusalOf(says, `${method} ${path}`, text);
    return { status: response.status, headers: response.headers, text, body: parseJson(text) };
  }

  /** The newest one-time code of a withdrawal, which is none of `notThese`. */
  async code(withdrawId: string, apiKey: string, sentAfter: string, notThese: readonly string[]): Promise<string> {
    const body = JSON.stringify({ withdrawId, apiKey, sentAfter, notThese });
    const { body: answer } = await this.send({ method: "POST", path: codePath, body });
    if (isObject(answer) && typeof answer.code === "string") return answer.code;
    throw new Error("the desk has given no code");
  }

  /** Evidence of what the target has sent by itself. */
  async delivered(delivery: ReceivedDelivery): Promise<void> {
    await this.send({ method: "POST", path: deliveryPath, body: JSON.stringify(delivery) });
  }

  /** What was opened for the contract is closed when it returns, also after an interruption. */
  async end(): Promise<void> {
    await this.#send({ method: "POST", path: endPath });
  }
}

function refusalOf(says: string, request: string, text: string): Error {
  const body = parseJson(text);
  const reason = isObject(body) && typeof body.reason === "string" ? body.reason : text;
  const noAnswer: DeskSays = "no-answer";
  if (says === noAnswer) return new Broken(`${request}: ${reason}`);
  const need = isObject(body) ? needs.find((name) => name === body.needs) : undefined;
  return need === undefined ? new Error(`the desk says ${says}: ${text}`) : new CouldNotRun(need, reason);
}
