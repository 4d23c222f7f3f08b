import { SaldoClient } from "../../client/saldo-client.ts";
import type { Redaction } from "../../report/redaction.ts";
import type { Parameter } from "./document.ts";
import { asText } from "./expression.ts";
import type { Operation } from "./operations.ts";

/** A request of a step, and what became of it. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly path: string;
  readonly status: number;
  /** By their names in lower case. */
  readonly header: Readonly<Record<string, string>>;
  /** Parsed JSON, or else text. */
  readonly body: unknown;
  readonly durationMs: number;
  /** What the world's clock said afterwards, ISO 8601; null when it could not be read. */
  readonly worldTime: string | null;
}

export interface Connection {
  readonly url: string;
  readonly apiKey: string;
  readonly adminToken: string | undefined;
  readonly redaction: Redaction;
  /** Of the whole run. */
  readonly signal: AbortSignal;
}

/** An advance over years answers when all of it has happened. */
const MAX_ANSWER_MS = 30 * 60_000;

/** Names of what opens something; their values are not shown. */
function isSecretName(name: string): boolean {
  return ["apiKey", "otpCode", "secret"].includes(name);
}

/** Makes the requests of a scenario, with the key of its world, and learns from the answers. */
export class Requester {
  /** Worlds that the scenario has made itself. */
  readonly worldIds: string[] = [];
  /** Why the target could not be reached, once that has happened. */
  fault: string | null = null;
  readonly #connection: Connection;
  readonly #client: SaldoClient;

  constructor(connection: Connection) {
    const { url, apiKey, signal } = connection;
    this.#connection = connection;
    this.#client = new SaldoClient({ url, apiKey, fetch: (request) => fetch(request, { signal }) });
  }

  /** Throws what `fetch` throws when there is no answer. */
  async send(operation: Operation, parameters: readonly Parameter[], payload: unknown): Promise<Exchange> {
    const { url: target, signal } = this.#connection;
    const url = urlOf(target, operation, parameters);
    const headers = this.#headers(operation, parameters);
    if (payload !== undefined) headers.set("content-type", "application/json");
    const began = performance.now();
    const answer = await fetch(url, {
      method: operation.method,
      headers,
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_ANSWER_MS)]),
    }).catch((error: unknown) => {
      if (!signal.aborted) this.fault = `${target} does not answer any more`;
      throw error;
    });
    const body = parsed(await answer.text());
    const durationMs = performance.now() - began;
    this.#learn(body);
    return {
      method: operation.method,
      path: url.href.slice(target.length),
      status: answer.status,
      header: Object.fromEntries(answer.headers),
      body,
      durationMs,
      worldTime: await this.#client.clock.read().then(
        ({ now }) => now,
        () => null,
      ),
    };
  }

  /** A step may bring a key of its own: that of another company, a wrong one, or with an empty value none. */
  #headers({ source }: Operation, parameters: readonly Parameter[]): Headers {
    const { apiKey, adminToken } = this.#connection;
    const headers = new Headers({ "x-api-key": apiKey });
    if (source === "control" && adminToken !== undefined) headers.set("authorization", `Bearer ${adminToken}`);
    for (const { name, value, in: where } of parameters) if (where === "header") headers.set(name, asText(value));
    if (headers.get("x-api-key") === "") headers.delete("x-api-key");
    return headers;
  }

  #learn(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== "string") this.#learn(inner);
      else if (isSecretName(name)) this.#connection.redaction.add(inner);
      else if (name === "worldId" && hasKeys(value)) this.worldIds.push(inner);
    }
  }
}

/** Only the answer that makes a world shows keys. */
function hasKeys(answer: object): boolean {
  const companies = "companies" in answer && Array.isArray(answer.companies) ? answer.companies : [];
  return companies.some((company) => Object.hasOwn(Object(company), "apiKey"));
}

function urlOf(target: string, { source, path }: Operation, parameters: readonly Parameter[]): URL {
  const pathValue = (name: string) => parameters.find((one) => one.in === "path" && one.name === name)?.value;
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(asText(pathValue(name))));
  const url = new URL(`${target}${source === "control" ? "/sandbox" : ""}${filled}`);
  for (const { name, value, in: where } of parameters) {
    if (where !== "query") continue;
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, asText(one));
  }
  return url;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
