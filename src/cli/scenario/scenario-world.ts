import { TargetUnusable } from "../../../contracts/probe.ts";
import { SaldoClient, type WorldOrder } from "../../client/saldo-client.ts";
import { UnexpectedAnswer } from "../../client/unexpected-answer.ts";
import type { Redaction } from "../../report/redaction.ts";
import { suggesting } from "../nearest.ts";
import type { WebhookSink } from "../target/webhook-sink.ts";
import { reasonOf, UserError } from "../user-error.ts";
import type { GivenParameter } from "./document.ts";
import { asText } from "./expression.ts";
import type { ScenarioChoice } from "./inputs.ts";
import type { StepOperation } from "./operations.ts";
import type { Seen } from "./result.ts";

/** What all scenarios of a run share. */
export interface Stage {
  readonly url: string;
  readonly choice: ScenarioChoice;
  readonly sink: WebhookSink;
  readonly redaction: Redaction;
  /** Takes what does not change how the run ends. */
  readonly warn: (text: string) => void;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

const SECRET_NAMES = ["apiKey", "otpCode", "secret"];

/** The world that a scenario plays in, as the company with its key. Deletes the worlds that were made for the scenario. */
export class ScenarioWorld implements AsyncDisposable {
  readonly apiKey: string;
  readonly #stage: Stage;
  /** Without a key, and without the signal: it deletes worlds after the end, too. */
  readonly #client: SaldoClient;
  readonly #worldIds: string[];
  #time = "";

  private constructor(stage: Stage, client: SaldoClient, apiKey: string, worldIds: string[]) {
    stage.redaction.add(apiKey);
    this.apiKey = apiKey;
    this.#stage = stage;
    this.#client = client;
    this.#worldIds = worldIds;
  }

  /** Makes the same world in every run, or takes that of the key. Throws `UserError` with `place`, or `TargetUnusable`. */
  static async open(stage: Stage, order: WorldOrder, place: string): Promise<ScenarioWorld> {
    const {
      url,
      choice: { adminToken, apiKey },
    } = stage;
    const client = new SaldoClient({ url, adminToken, apiKey: null });
    if (apiKey !== undefined) return new ScenarioWorld(stage, client, apiKey, []);
    const beginning = { fixture: "default", seed: "scenario", ...order };
    // The sandbox checks what the file says. A save-file says all but the mode of its clock itself.
    const asked = "world" in order ? { clock: { mode: "frozen" as const }, ...order } : beginning;
    try {
      const made = await client.world(asked);
      return new ScenarioWorld(stage, client, made.apiKey, [made.worldId]);
    } catch (error) {
      const { status, detail } = failureOf(error);
      if (status === 400 || status === 422)
        throw new UserError(`${place}: the world cannot be created: ${suggesting(String(detail))}`);
      const isForbidden = status === 401 || status === 403;
      throw new TargetUnusable(
        isForbidden
          ? `${url} makes worlds only for its administrator: set --admin-token or SALDO_ADMIN_TOKEN, or use a world of yours with --api-key`
          : `${url} makes no world: ${detail}`,
        { cause: error },
      );
    }
  }

  /** Returns what the clock says, ISO 8601. Throws `TargetUnusable` when the key opens no world. */
  async readClock(): Promise<string> {
    try {
      this.#time = (await this.#client.of(this.apiKey).clock.read()).now;
      return this.#time;
    } catch (error) {
      const { status, detail } = failureOf(error);
      const problem = status === null ? `cannot be used: ${detail}` : `answers ${status} to the given API key`;
      throw new TargetUnusable(`${this.#stage.url} ${problem}`, { cause: error });
    }
  }

  /** Returns `$response`, and what the report has of it. Throws `TargetUnusable` when there is no response. */
  async send(operation: StepOperation, parameters: readonly GivenParameter[], payload: unknown) {
    const { url, choice, redaction, signal } = this.#stage;
    const { adminToken } = choice;
    const path = pathOf(operation, parameters);
    const given = parameters.filter((one) => one.in === "header");
    const { "x-api-key": key = this.apiKey, ...headers } = Object.fromEntries(
      given.map(({ name, value }) => [name.toLowerCase(), asText(value)]),
    );
    // A step may bring the key of another company, a wrong one, or with an empty value none.
    const apiKey = key === "" ? null : key;
    const client = new SaldoClient({ url, adminToken, apiKey, fetch: (request) => fetch(request, { signal }) });
    const began = performance.now();
    const answer = await client.ask(operation.method, path, payload, headers).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new TargetUnusable(`${url} does not answer: ${reasonOf(error)}`, { cause: error });
    });
    const durationMs = performance.now() - began;
    const { status, body } = answer;
    this.#learn(body);
    if (operation.operationId === "createWorld" && status === 201) this.#worldIds.push(answer.text("worldId"));
    const before = this.#time;
    const worldTime = await this.readClock().catch(() => null);
    const worldMs = worldTime === null ? 0 : Date.parse(worldTime) - Date.parse(before);
    const request = { method: operation.method, path: redaction.text(path) };
    const seen: Seen = { request, status, durationMs, worldTime, worldMs };
    return { response: { header: Object.fromEntries(answer.headers), body }, seen };
  }

  /** Keeps secrets of a response out of the report. */
  #learn(body: unknown): void {
    if (typeof body !== "object" || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (typeof value === "string" && SECRET_NAMES.includes(name)) this.#stage.redaction.add(value);
      else this.#learn(value);
    }
  }

  /** A failure is only a warning, because it does not change what the scenario has shown. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { url, warn } = this.#stage;
    for (const worldId of this.#worldIds) {
      const asked = this.#client.control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
      const status = await asked.then(({ response }) => response.status).catch(() => null);
      if (status !== 204 && status !== 404) warn(`warning: the world ${worldId} could not be deleted at ${url}`);
    }
  }
}

function failureOf(error: unknown): { readonly status: number | null; readonly detail: unknown } {
  if (!(error instanceof UnexpectedAnswer)) return { status: null, detail: reasonOf(error) };
  const { detail = error.status } = Object(error.body);
  return { status: error.status, detail };
}

function pathOf({ path }: StepOperation, parameters: readonly GivenParameter[]): string {
  const pathValue = (name: string) => parameters.find((one) => one.in === "path" && one.name === name)?.value;
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(asText(pathValue(name))));
  const given = parameters.filter((one) => one.in === "query");
  const query = new URLSearchParams();
  for (const { name, value } of given) for (const one of [value].flat()) query.append(name, asText(one));
  return `${filled}${query.size > 0 ? `?${query}` : ""}`;
}
