import { isObject, type JsonObject, shown, valueAt } from "../description/json.ts";
import type { DeskClient } from "./desk-client.ts";
import { CouldNotRun } from "./verdict-error.ts";

/** The sandbox's own API, in the name of one company: what elsewhere is time, customers, the mailbox, the dashboard. */
export class ControlPlane {
  readonly apiKey: string;
  readonly #desk: DeskClient;

  constructor(desk: DeskClient, apiKey: string) {
    this.#desk = desk;
    this.apiKey = apiKey;
  }

  /** Made for one contract; the desk deletes it when the run ends. The clock stands still. */
  static async newWorld(desk: DeskClient, seed: string): Promise<ControlPlane> {
    const world = { fixture: "default", seed, startAt: "2026-03-02T12:00:00.000Z", clock: { mode: "frozen" } };
    const made = await asked(desk, "POST", "/sandbox/worlds", world);
    const apiKey = valueAt(made, ["companies", "0", "apiKey"]);
    if (typeof apiKey !== "string") throw new CouldNotRun("control-plane", `a new world has no key: ${shown(made)}`);
    return new ControlPlane(desk, apiKey);
  }

  /** @throws CouldNotRun unless it is a success: the control plane is not what contracts are about. */
  ask(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    return asked(this.#desk, method, `/sandbox${path}`, body, { "x-api-key": this.apiKey });
  }

  advance(ms: number): Promise<JsonObject> {
    return this.ask("POST", "/clock/advance", { by: `PT${ms / 1_000}S` });
  }

  /** ISO 8601 in UTC. */
  async now(): Promise<string> {
    return String((await this.ask("GET", "/clock")).now);
  }

  async text(method: string, path: string, name: string, body?: JsonObject): Promise<string> {
    const answer = await this.ask(method, path, body);
    const value = valueAt(answer, name.split("."));
    if (typeof value === "string") return value;
    throw new CouldNotRun("control-plane", `${method} /sandbox${path} answers without ${name}: ${shown(answer)}`);
  }
}

async function asked(
  desk: DeskClient,
  method: string,
  path: string,
  body?: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Promise<JsonObject> {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const payload = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await desk.send({ method, path, headers: { ...headers, ...type }, ...payload });
  if (answer.status >= 300)
    throw new CouldNotRun("control-plane", `${method} ${path}: ${answer.status} ${answer.text}`);
  return isObject(answer.body) ? answer.body : {};
}
