import { JSONPathEnvironment, type JSONValue } from "json-p3";
import { request } from "undici";
import { commandEnvironment, runCommand } from "../../../src/shell/ended-command.ts";
import { isObject } from "../../judge/json.ts";
import { codeIn } from "../codes/code-in-text.ts";
import { type CodeRequest, type CodeSource, MAX_CODE_WAIT_MS, NoCode, type ReadCode } from "../codes/code-source.ts";
import type { Dialogue } from "../codes/dialogue.ts";
import { type ActionName, actionTable, isAction } from "./action-table.ts";
import { type Capability, outsideCapabilities } from "./capability.ts";
import { type Driver, DriverError } from "./driver.ts";
import type { DriverAction, DriverActions } from "./driver-file.ts";
import { mistakeInId, shellQuoted } from "./shell-command.ts";
import { filled, filledBody, pathEncoded, pathLiteral, type TemplateValues, written } from "./template.ts";

interface FileDriverParts {
  /** Absent where there is no person to ask. */
  readonly dialogue?: Dialogue | undefined;
  readonly signal: AbortSignal;
  readonly apiKey?: string | undefined;
}

/** Does what a driver.yaml says: sends a request, runs a command, or asks a person. */
export class FileDriver implements Driver, CodeSource {
  readonly capabilities: ReadonlySet<Capability>;
  readonly #actions: DriverActions;
  readonly #parts: FileDriverParts;

  constructor(actions: DriverActions, parts: FileDriverParts) {
    this.#actions = actions;
    this.#parts = parts;
    this.capabilities = new Set(outsideCapabilities.filter((one) => isAction(one) && actions.has(one)));
  }

  get readsCodes(): boolean {
    return this.#actions.has("read-code");
  }

  act(capability: Capability, given: TemplateValues): Promise<TemplateValues> {
    if (isAction(capability)) return this.#do(capability, given);
    throw new DriverError(`${capability} is a permission, and no driver gives it`);
  }

  async readSettings(): Promise<TemplateValues> {
    return this.#actions.has("read-settings") ? this.#do("read-settings", {}) : {};
  }

  outliving(): FileDriver {
    return new FileDriver(this.#actions, { ...this.#parts, signal: AbortSignal.timeout(MAX_ACTION_MS) });
  }

  /** Asks until a new code is there: the mail may be on its way. */
  async read({ withdrawId, known, sentAfter }: CodeRequest, signal: AbortSignal): Promise<ReadCode> {
    const endsAt = Date.now() + MAX_CODE_WAIT_MS;
    const given = { withdrawId, sentAfter: new Date(sentAfter).toISOString() };
    let missing = "";
    while (Date.now() < endsAt) {
      signal.throwIfAborted();
      const { code, to } = await this.#do("read-code", given).catch((error: Error): TemplateValues => {
        if (!(error.cause instanceof NotThere)) throw error;
        missing = `: ${error.message}`;
        return {};
      });
      const said = code === undefined ? "" : String(code).trim();
      // A command may print the whole e-mail.
      const text = said.length > MAX_CODE_CHARACTERS ? (codeIn(said, known) ?? "") : said;
      if (text !== "" && !known.includes(text)) return { code: text, ...(typeof to === "string" && { to }) };
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new NoCode(`read-code found no new code within ${MAX_CODE_WAIT_MS / 1_000} s${missing}`, true);
  }

  async #do(name: ActionName, given: TemplateValues): Promise<Readonly<Record<string, unknown>>> {
    const action = this.#actions.get(name);
    if (action === undefined) throw new DriverError(`the driver file has no ${name}`);
    try {
      checkIds(given, action.how.kind);
      const came = await this.#cameOf(action, name, given);
      return { ...action.give, ...taken(action, name, given, came) };
    } catch (error) {
      this.#parts.signal.throwIfAborted();
      const told = error instanceof Error ? error.message : String(error);
      throw new DriverError(`${action.at}: ${told}`, { cause: error });
    }
  }

  /** Returns what the action brought, as text. */
  async #cameOf({ how, headers }: DriverAction, name: ActionName, given: TemplateValues): Promise<string> {
    if (how.kind === "request") return this.#requested(how, headers, given);
    if (how.kind === "command") return this.#ran(filled(how.command, given, shellQuoted), given);
    if (how.kind === "give") return "";
    const { dialogue, signal } = this.#parts;
    if (dialogue === undefined) throw new Error("no person can be asked: the standard input is no terminal");
    const wanted = actionTable[name].result;
    const rest = wanted === undefined ? "Press Enter when it is done:" : `Then type the ${wanted}:`;
    const line = await dialogue.ask(`${filled(how.question, given)}\n${rest}`, signal);
    if (line === undefined) throw new Error("the standard input has ended");
    return line.trim();
  }

  async #requested(
    { method, url, body }: Extract<DriverAction["how"], { kind: "request" }>,
    headers: DriverAction["headers"],
    given: TemplateValues,
  ): Promise<string> {
    const filledHeaders = Object.fromEntries(Object.entries(headers).map(([key, text]) => [key, filled(text, given)]));
    const sent = body === undefined ? null : JSON.stringify(filledBody(body, given));
    const json: Record<string, string> = sent === null ? {} : { "content-type": "application/json" };
    const origin = filled(/^(?:\{env\.\w+\})?/.exec(url)?.[0] ?? "", {});
    const whole = origin + filled(url.replace(/^\{env\.\w+\}/, ""), given, pathEncoded);
    const { signal } = this.#parts;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(MAX_ACTION_MS)]);
    const options = { method, headers: { ...json, ...filledHeaders }, body: sent, signal: limit };
    const answer = await request(whole, { ...options, reset: true });
    const text = await answer.body.text();
    if (answer.statusCode < 300) return text;
    const told = `${method} ${new URL(whole).pathname} got ${answer.statusCode}: ${text.slice(0, 300)}`;
    throw answer.statusCode === 404 ? new NotThere(told) : new Error(told);
  }

  async #ran(command: string, given: TemplateValues): Promise<string> {
    const own = Object.entries(given).map(([key, value]) => [`SALDO_${snake(key)}`, written(value)]);
    const env = { ...commandEnvironment(this.#parts.apiKey), ...Object.fromEntries(own) };
    const limit = AbortSignal.any([this.#parts.signal, AbortSignal.timeout(MAX_ACTION_MS)]);
    const { status, how, stdout } = await runCommand(command, env, limit);
    if (status === 0) return stdout.trim();
    throw new Error(`the command ${how}`);
  }
}

/** Ids come from the target. With control characters they could change headers, prompts and paths. */
function checkIds(given: TemplateValues, kind: DriverAction["how"]["kind"]): void {
  for (const [name, value] of Object.entries(given)) {
    if (!name.endsWith("Id")) continue;
    const id = String(value);
    const mistake = kind === "command" ? mistakeInId(name, id) : undefined;
    if (mistake !== undefined) throw new Error(mistake);
    if (!id.isWellFormed() || /\p{Cc}/u.test(id)) {
      throw new Error(`the target's ${name}, ${JSON.stringify(id.slice(0, 100))}, has control characters`);
    }
  }
}

/** Takes results out of a body by JSONPath; the last value that fits, which of a list is usually the newest. */
function taken(
  { take }: DriverAction,
  name: ActionName,
  given: TemplateValues,
  came: string,
): Readonly<Record<string, unknown>> {
  const wanted = actionTable[name].result;
  if (Object.keys(take).length === 0 && name !== "read-settings")
    return wanted === undefined || came === "" ? {} : { [wanted]: came };
  // What is only read may not be there yet, or not be told.
  const mayBeAbsent = name === "read-code" || name === "read-settings";
  const body = mayBeAbsent && came.trim() === "" ? {} : parsed(came);
  if (name === "read-settings" && Object.keys(take).length === 0) return isObject(body) ? body : {};
  const environment = new JSONPathEnvironment();
  const found = Object.entries(take).flatMap(([key, path]) => {
    const value: unknown = environment
      .query(filled(path, given, pathLiteral), body)
      .values()
      .at(-1);
    if (value !== undefined) return [[key, value] as const];
    if (mayBeAbsent) return [];
    throw new Error(`take: nothing is at ${path} in ${came.slice(0, 300)}`);
  });
  return Object.fromEntries(found);
}

function parsed(text: string): JSONValue {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`what came back is no JSON: ${text.slice(0, 200)}`);
  }
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** A mailbox may answer 404 until the mail is there. */
class NotThere extends Error {}

const MAX_ACTION_MS = 120_000;
const MAX_CODE_CHARACTERS = 20;
