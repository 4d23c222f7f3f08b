import { TargetUnusable } from "../contracts/run/target-unusable.ts";
import { reasonOf, UserError } from "../src/cli/user-error.ts";
import { sandboxProblem } from "../src/cli/verbs/sandbox-problem.ts";
import type { Answer } from "../src/client/answer.ts";
import { pathWith } from "../src/client/path-segment.ts";
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
  /** What a run that ends early must not leave behind. */
  readonly made: Set<Promise<AsyncDisposable>>;
}

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
      const problem = sandboxProblem(error);
      if (error instanceof UnexpectedAnswer && (error.status === 400 || error.status === 422))
        throw new UserError(`${place}: the world cannot be created: ${problem}`, { cause: error });
      throw new TargetUnusable(`${url} cannot be used: ${problem}`, { cause: error });
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
    const { url, redaction, signal } = this.#stage;
    const { method } = operation;
    const before = this.time;
    const began = performance.now();
    let path = operation.path;
    const asked = async () => {
      path = pathOf(operation, parameters);
      return await this.#asked(method, path, parameters, payload);
    };
    const answer = await asked().catch((error: unknown) => {
      signal.throwIfAborted();
      return { lost: error, status: null };
    });
    const durationMs = performance.now() - began;
    const worldTime = await this.#readClock().catch(() => {
      if ("lost" in answer)
        throw new TargetUnusable(`${url} does not answer: ${reasonOf(answer.lost)}`, { cause: answer.lost });
      return null;
    });
    const worldMs = worldTime === null ? 0 : Date.parse(worldTime) - Date.parse(before);
    const request = { method, path: redaction.text(path) };
    const seen: StepExchange = { request, status: answer.status, durationMs, worldTime, worldMs };
    if ("lost" in answer) return { lost: reasonOf(answer.lost), seen };
    redaction.learn(answer.body);
    if (operation.operationId === "createWorld" && answer.status === 201) this.#worldIds.push(answer.text("worldId"));
    return { response: { header: Object.fromEntries(answer.headers), body: answer.body }, seen };
  }

  #asked(method: string, path: string, parameters: readonly GivenParameter[], payload: unknown): Promise<Answer> {
    const { url, choice, signal } = this.#stage;
    const given = parameters.filter((one) => one.in === "header");
    const { "x-api-key": key = this.apiKey, ...headers } = Object.fromEntries(
      given.map(({ name, value }) => [name.toLowerCase(), asText(value)]),
    );
    // A step may bring the key of another company, a wrong one, or with an empty value none.
    const credentials = { apiKey: key === "" ? null : key, adminToken: choice.adminToken };
    const client = new SaldoClient({ url, ...credentials, fetch: (request) => fetch(request, { signal }) });
    return client.ask(method, path, payload, headers);
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

function pathOf({ path }: StepOperation, parameters: readonly GivenParameter[]): string {
  const pathValue = (name: string) => parameters.find((one) => one.in === "path" && one.name === name)?.value;
  const filled = pathWith(path, (name) => asText(pathValue(name)));
  const given = parameters.filter((one) => one.in === "query");
  const query = new URLSearchParams();
  for (const { name, value } of given) for (const one of [value].flat()) query.append(name, asText(one));
  return `${filled}${query.size > 0 ? `?${query}` : ""}`;
}
