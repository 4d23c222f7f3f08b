import { TargetUnusable } from "../contracts/run/target-unusable.ts";
import { reasonOf, UserError } from "../src/cli/user-error.ts";
import { pathWith, UnusableSegment } from "../src/client/path-segment.ts";
import { SaldoClient, type WorldOrder } from "../src/client/saldo-client.ts";
import { UnexpectedAnswer } from "../src/client/unexpected-answer.ts";
import type { Redaction } from "../src/report/redaction.ts";
import type { GivenParameter } from "./document.ts";
import { asText } from "./expression.ts";
import type { ScenarioChoice } from "./inputs.ts";
import type { StepOperation } from "./operations.ts";
import type { StepExchange } from "./result.ts";
import type { WebhookSink } from "./webhook-sink.ts";

/** What all scenarios of a run share. */
export interface ScenarioStage {
  readonly url: string;
  readonly choice: ScenarioChoice;
  readonly sink: WebhookSink;
  readonly redaction: Redaction;
  /** Takes what does not change how the run ends. */
  readonly warn: (text: string) => void;
  /** Where the entries of the recording go; null without one. */
  readonly recorded: object[] | null;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

const ADMINISTRATOR = "set --admin-token or SALDO_ADMIN_TOKEN, or use a world of yours with --api-key";

/** The world that a scenario plays in, as the company with its key. Deletes the worlds that were made for the scenario. */
export class ScenarioWorld implements AsyncDisposable {
  readonly apiKey: string;
  /** What the clock said last, ISO 8601. */
  time = "";
  readonly #stage: ScenarioStage;
  /** Without the signal: it deletes worlds after the end, too. */
  readonly #control: SaldoClient;
  readonly #worldIds: string[];

  private constructor(stage: ScenarioStage, control: SaldoClient, apiKey: string, worldIds: string[]) {
    stage.redaction.add(apiKey);
    this.apiKey = apiKey;
    this.#stage = stage;
    this.#control = control;
    this.#worldIds = worldIds;
  }

  /** Makes the same world in every run, or takes that of the key. Throws `UserError` with `place`, or `TargetUnusable`. */
  static async open(stage: ScenarioStage, order: WorldOrder, place: string): Promise<ScenarioWorld> {
    const { url, choice } = stage;
    const { adminToken, apiKey } = choice;
    const control = new SaldoClient({ url, adminToken, apiKey: null });
    // A save-file says all but the mode of its clock itself.
    const own: WorldOrder = "world" in order ? { clock: { mode: "frozen" } } : { fixture: "default", seed: "scenario" };
    try {
      const made = apiKey === undefined ? await control.world({ ...own, ...order }) : null;
      const world = new ScenarioWorld(stage, control, made?.apiKey ?? apiKey ?? "", made ? [made.worldId] : []);
      await world.#readClock();
      return world;
    } catch (error) {
      const status = error instanceof UnexpectedAnswer ? error.status : null;
      const { detail = reasonOf(error) } = error instanceof UnexpectedAnswer ? Object(error.body) : {};
      if (apiKey !== undefined && status !== null)
        throw new TargetUnusable(`${url} answers ${status} to the given API key`, { cause: error });
      if (status === 400 || status === 422)
        throw new UserError(`${place}: the world cannot be created: ${detail}`, { cause: error });
      if (status === 401 || status === 403)
        throw new TargetUnusable(`${url} makes worlds only for its administrator: ${ADMINISTRATOR}`, { cause: error });
      throw new TargetUnusable(`${url} makes no world: ${detail}`, { cause: error });
    }
  }

  async #readClock(): Promise<string> {
    this.time = (await this.#control.of(this.apiKey).clock.read()).now;
    return this.time;
  }

  /**
   * Returns `$response`, and what the report has of it; instead of `$response`, why there is no answer of a sandbox that
   * still answers other requests. Throws `TargetUnusable` when it answers none.
   */
  async send(operation: StepOperation, parameters: readonly GivenParameter[], payload: unknown) {
    const { url, choice, redaction, signal } = this.#stage;
    const { adminToken } = choice;
    const path = orUnusable(() => pathOf(operation, parameters));
    if (path instanceof UnusableSegment) {
      const request = { method: operation.method, path: operation.path };
      return { lost: path.message, seen: { request, status: null, durationMs: 0, worldTime: this.time, worldMs: 0 } };
    }
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
      return { lost: error };
    });
    const durationMs = performance.now() - began;
    const request = { method: operation.method, path: redaction.text(path) };
    const before = this.time;
    if ("lost" in answer) {
      const reason = reasonOf(answer.lost);
      const worldTime = await this.#readClock().catch(() => {
        throw new TargetUnusable(`${url} does not answer: ${reason}`, { cause: answer.lost });
      });
      const worldMs = Date.parse(worldTime) - Date.parse(before);
      return { lost: reason, seen: { request, status: null, durationMs, worldTime, worldMs } };
    }
    const { status, body } = answer;
    redaction.learn(body);
    if (operation.operationId === "createWorld" && status === 201) this.#worldIds.push(answer.text("worldId"));
    const worldTime = await this.#readClock().catch(() => null);
    const worldMs = worldTime === null ? 0 : Date.parse(worldTime) - Date.parse(before);
    const seen: StepExchange = { request, status, durationMs, worldTime, worldMs };
    return { response: { header: Object.fromEntries(answer.headers), body }, seen };
  }

  /** Adds what the world has received and sent to the recording. A failure is only a warning. */
  async record(scenario: string): Promise<void> {
    const { recorded, redaction, url, warn } = this.#stage;
    if (recorded === null) return;
    try {
      const { log } = await this.#control.of(this.apiKey).history.har();
      // The run knows secrets that the sandbox cannot: a key that the world was not made with.
      const entries: object[] = JSON.parse(redaction.text(JSON.stringify(log.entries)));
      recorded.push(...entries);
    } catch (error) {
      warn(`warning: ${url} tells nothing about the requests of ${scenario}: ${reasonOf(error)}`);
    }
  }

  /** A failure is only a warning, because it does not change what the scenario has shown. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { url, warn } = this.#stage;
    for (const worldId of this.#worldIds) {
      const asked = this.#control.control.DELETE("/worlds/{worldId}", { params: { path: { worldId } } });
      const status = await asked.then(({ response }) => response.status).catch(() => null);
      if (status !== 204 && status !== 404) warn(`warning: the world ${worldId} could not be deleted at ${url}`);
    }
  }
}

function orUnusable(path: () => string): string | UnusableSegment {
  try {
    return path();
  } catch (error) {
    if (error instanceof UnusableSegment) return error;
    throw error;
  }
}

function pathOf({ path }: StepOperation, parameters: readonly GivenParameter[]): string {
  const pathValue = (name: string) => parameters.find((one) => one.in === "path" && one.name === name)?.value;
  const filled = pathWith(path, (name) => asText(pathValue(name)));
  const given = parameters.filter((one) => one.in === "query");
  const query = new URLSearchParams();
  for (const { name, value } of given) for (const one of [value].flat()) query.append(name, asText(one));
  return `${filled}${query.size > 0 ? `?${query}` : ""}`;
}
