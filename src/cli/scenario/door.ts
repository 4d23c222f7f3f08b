import { SaldoClient } from "../../client/saldo-client.ts";
import type { Redaction } from "../../report/redaction.ts";

/** A request of a step, and what became of it. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly path: string;
  /** 0 when there was no answer. */
  readonly status: number;
  /** Parsed JSON, or else text. */
  readonly body: unknown;
  readonly durationMs: number;
  /** What the world's clock said afterwards, ISO 8601; null when it could not be read. */
  readonly worldTime: string | null;
}

interface Surroundings {
  readonly url: string;
  readonly apiKey: string;
  readonly adminToken: string | undefined;
  readonly redaction: Redaction;
  /** Of the whole run. */
  readonly signal: AbortSignal;
}

/** Each answer bears the number of its exchange here, so that it can be found from a step. */
export const exchangeHeader = "saldo-scenario-exchange";

/** Names of what opens something; their values are not shown. */
const secretNames = new Set(["apiKey", "otpCode", "secret"]);

/** Where the requests of a scenario pass: they get the key of its world, and are remembered. */
export class Door {
  readonly exchanges: Exchange[] = [];
  /** Worlds that the scenario has made itself. */
  readonly worldIds: string[] = [];
  /** Why the target could not be reached, once that has happened. */
  fault: string | null = null;
  readonly #around: Surroundings;
  readonly #client: SaldoClient;

  constructor(around: Surroundings) {
    const { url, apiKey, signal } = around;
    this.#around = around;
    this.#client = new SaldoClient({ url, apiKey, fetch: (request) => fetch(request, { signal }) });
  }

  /** What the library calls in the place of the global one. */
  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { url: target, signal } = this.#around;
    signal.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    this.#identify(url, headers);
    const began = performance.now();
    const signals = [signal, ...(init.signal ? [init.signal] : [])];
    const request = { ...init, headers, redirect: "manual" as const, signal: AbortSignal.any(signals) };
    const answer = await fetch(url, request).catch((error: unknown) => {
      if (!signal.aborted) this.fault = `${target} does not answer any more`;
      throw error;
    });
    const text = await answer.text();
    const durationMs = performance.now() - began;
    const body = parsed(text);
    this.#learn(body);
    const worldTime = await this.#worldTime();
    const path = url.href.slice(target.length);
    this.exchanges.push({ method: init.method ?? "GET", path, status: answer.status, body, durationMs, worldTime });
    return this.#marked(answer, text);
  };

  /** A step may bring a key of its own: that of another company, a wrong one, or with an empty value none. */
  #identify(url: URL, headers: Headers): void {
    const { apiKey, adminToken, url: target } = this.#around;
    if (!headers.has("x-api-key")) headers.set("x-api-key", apiKey);
    if (headers.get("x-api-key") === "") headers.delete("x-api-key");
    const isControl = url.href.startsWith(`${target}/sandbox/`);
    if (isControl && adminToken !== undefined && !headers.has("authorization"))
      headers.set("authorization", `Bearer ${adminToken}`);
  }

  #marked(answer: Response, text: string): Response {
    const headers = new Headers(answer.headers);
    headers.set(exchangeHeader, String(this.exchanges.length - 1));
    // Both are of the answer as it was on the wire.
    headers.delete("content-encoding");
    headers.delete("content-length");
    const { status, statusText } = answer;
    return new Response(text === "" ? null : text, { status, statusText, headers });
  }

  #worldTime(): Promise<string | null> {
    return this.#client.clock.read().then(
      ({ now }) => now,
      () => null,
    );
  }

  #learn(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === "string" && secretNames.has(name)) this.#around.redaction.add(inner);
      else if (typeof inner === "string" && name === "worldId") this.#learnWorld(value, inner);
      else this.#learn(inner);
    }
  }

  /** Only the answer that makes a world shows keys. */
  #learnWorld(answer: object, worldId: string): void {
    const companies = "companies" in answer && Array.isArray(answer.companies) ? answer.companies : [];
    if (companies.some((company) => isRecord(company) && "apiKey" in company)) this.worldIds.push(worldId);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
