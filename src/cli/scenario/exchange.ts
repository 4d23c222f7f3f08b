import { TargetUnusable } from "../../../contracts/probe.ts";
import { SaldoClient } from "../../client/saldo-client.ts";
import type { Redaction } from "../../report/redaction.ts";
import { reasonOf } from "../user-error.ts";
import type { Parameter } from "./document.ts";
import { asText } from "./expression.ts";
import type { Operation } from "./operations.ts";
import type { Seen } from "./result.ts";

export interface Connection {
  readonly url: string;
  readonly apiKey: string;
  readonly adminToken: string | undefined;
  readonly redaction: Redaction;
  /** Takes the ids of worlds that the scenario makes itself. */
  readonly worldIds: string[];
  /** What the world's clock says at first, ISO 8601. */
  readonly worldBeganAt: string;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

const SECRET_NAMES = ["apiKey", "otpCode", "secret"];

/** Makes the requests of a scenario with the key of its world. */
export class Requester {
  readonly #connection: Connection;
  readonly #client: SaldoClient;
  #worldTime: string;

  constructor(connection: Connection) {
    const { signal } = connection;
    this.#connection = connection;
    this.#client = new SaldoClient({ ...connection, fetch: (request) => fetch(request, { signal }) });
    this.#worldTime = connection.worldBeganAt;
  }

  /** Returns `$response`, and what the report has of it. Throws `TargetUnusable` when there is no response. */
  async send(operation: Operation, parameters: readonly Parameter[], payload: unknown) {
    const { url, apiKey, redaction, worldIds, signal } = this.#connection;
    const { method, operationId } = operation;
    const path = pathOf(operation, parameters);
    const { "x-api-key": key = apiKey, ...headers } = headersOf(parameters);
    const began = performance.now();
    // A step may bring the key of another company, a wrong one, or with an empty value none.
    const asked = this.#client.as(key === "" ? null : key)(method, path, payload, headers);
    const answer = await asked.catch((error: unknown) => {
      signal.throwIfAborted();
      throw new TargetUnusable(`${url} does not answer: ${reasonOf(error)}`, { cause: error });
    });
    const durationMs = performance.now() - began;
    const { status, body } = answer;
    this.#learn(body);
    if (operationId === "createWorld" && status === 201) worldIds.push(answer.text("worldId"));
    const request = { method, path: redaction.text(path) };
    const seen: Seen = { request, status, durationMs, ...(await this.#time()) };
    return { response: { header: Object.fromEntries(answer.headers), body }, seen };
  }

  /** Keeps secrets of a response out of the report. */
  #learn(body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === "string" && SECRET_NAMES.includes(name)) this.#connection.redaction.add(value);
      else this.#learn(value);
    }
  }

  /** Reads the world's clock, and how much of its time has passed since the step before. */
  async #time(): Promise<Pick<Seen, "worldTime" | "worldMs">> {
    const before = this.#worldTime;
    try {
      this.#worldTime = (await this.#client.clock.read()).now;
    } catch {
      return { worldTime: null, worldMs: 0 };
    }
    return { worldTime: this.#worldTime, worldMs: Date.parse(this.#worldTime) - Date.parse(before) };
  }
}

function headersOf(parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  const headers = parameters.filter((one) => one.in === "header");
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), asText(value)]));
}

function pathOf({ source, path }: Operation, parameters: readonly Parameter[]): string {
  const pathValue = (name: string) => parameters.find((one) => one.in === "path" && one.name === name)?.value;
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(asText(pathValue(name))));
  const given = parameters.filter((one) => one.in === "query");
  const query = new URLSearchParams();
  for (const { name, value } of given) for (const one of [value].flat()) query.append(name, asText(one));
  return `${source === "control" ? "/sandbox" : ""}${filled}${query.size > 0 ? `?${query}` : ""}`;
}
