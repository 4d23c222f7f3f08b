import { tellProblems } from "../../../src/spec/problem.ts";
import { readYaml } from "../../../src/spec/yaml-source.ts";
import { isObject } from "../../judge/json.ts";
import { type ActionName, actionNames, actionTable, isAction } from "./action-table.ts";
import { unprotectedPlaceholder } from "./shell-command.ts";
import { placeholdersIn } from "./template.ts";

/** How one thing of the outside world is done. */
export interface DriverAction {
  /** For messages: the file, its line, and the capability. */
  readonly at: string;
  readonly how:
    | { readonly kind: "request"; readonly method: string; readonly url: string; readonly body: unknown }
    | { readonly kind: "command"; readonly command: string }
    | { readonly kind: "prompt"; readonly question: string }
    | { readonly kind: "give" };
  readonly headers: Readonly<Record<string, string>>;
  /** By the name of a result, the JSONPath in what came back. */
  readonly take: Readonly<Record<string, string>>;
  /** Results that are known beforehand. */
  readonly give: Readonly<Record<string, unknown>>;
}

export type DriverActions = ReadonlyMap<ActionName, DriverAction>;

const members = ["request", "command", "prompt", "body", "headers", "take", "give"];

/** Reads a driver.yaml. Throws an Error that names file, line and capability where it is not usable. */
export function readDriverFile(text: string, fileName: string): DriverActions {
  const source = readYaml(text, fileName);
  // What follows the first mistake is mostly because of it.
  if ("problems" in source) throw new Error(tellProblems(source.problems.slice(0, 1)));
  const { value: values, locate } = source;
  if (!isObject(values)) throw new Error(`${fileName}:1: a driver file is a map of capabilities`);
  const { base = "", headers = {}, ...actions } = values;
  const common = { base: String(base), headers: textsOf(headers) };
  const found = Object.entries(actions).map(([name, value]) => {
    const place = `${locate([name])}: ${name}`;
    if (!isAction(name)) throw new Error(`${place}: unknown capability; known are ${actionNames.join(", ")}`);
    return [name, actionOf(place, name, value, common)] as const;
  });
  return new Map(found);
}

function actionOf(
  at: string,
  name: ActionName,
  value: unknown,
  common: { readonly base: string; readonly headers: Readonly<Record<string, string>> },
): DriverAction {
  const fail = (what: string): never => {
    throw new Error(`${at}: ${what}`);
  };
  if (!isObject(value)) return fail("must have a request, a command or a prompt");
  const unknown = Object.keys(value).find((member) => !members.includes(member));
  if (unknown !== undefined) fail(`"${unknown}" is unknown; known are ${members.join(", ")}`);
  const give = isObject(value.give) ? value.give : {};
  const take = textsOf(value.take ?? {});
  const action = { at, headers: { ...common.headers, ...textsOf(value.headers ?? {}) }, give, take };
  const unfilled = placeholdersIn([value, common]).find((one) => !isGiven(one, name));
  if (unfilled !== undefined) fail(`nothing gives {${unfilled}}; ${givenText(name)}`);
  const ways = [value.request, value.command, value.prompt].filter((way) => way !== undefined);
  if (ways.length > 1) fail("must have one of request, command and prompt, not several");
  const { result } = actionTable[name];
  // A command and a person tell the result itself, unless the file says where it is.
  const mustSay = value.request !== undefined || Object.keys({ ...take, ...give }).length > 0;
  if (result !== undefined && mustSay && !(result in take) && !(result in give)) {
    fail(`take must say where "${result}" is in the response, such as { ${result}: $.${result} }`);
  }
  if (typeof value.request === "string") {
    const [, method, path] = /^([A-Z]+) (\S+)$/.exec(value.request) ?? [];
    if (method === undefined || path === undefined)
      return fail('request must be a method and a URL, such as "POST /charges"');
    const url = isWhole(path) ? path : common.base.replace(/\/+$/, "") + path;
    if (/^(?:https?:\/\/|\{env\.\w+\})[^/?#]*\{(?!env\.)/.test(url))
      fail("the host of a request can only have variables such as {env.NAME}");
    if (!isWhole(url)) fail('the request needs a whole URL, or "base" at the top of the file');
    return { ...action, how: { kind: "request", method, url, body: value.body } };
  }
  if (typeof value.command === "string") {
    const unprotected = unprotectedPlaceholder(value.command);
    if (unprotected === undefined) return { ...action, how: { kind: "command", command: value.command } };
    fail(
      `write ${unprotected} without quotes; Saldo quotes it. A \`$(\` within quotes, backticks, \`((\` and here-documents cannot have it either`,
    );
  }
  if (typeof value.prompt === "string") return { ...action, how: { kind: "prompt", question: value.prompt } };
  if (Object.keys(give).length > 0) return { ...action, how: { kind: "give" } };
  return fail("must have a request, a command or a prompt");
}

/** A placeholder can also name a member of what is given: `retention.percent`. */
function isGiven(placeholder: string, name: ActionName): boolean {
  const [root = ""] = placeholder.split(".");
  return root === "env" || actionTable[name].given.includes(root);
}

function givenText(name: ActionName): string {
  const own = actionTable[name].given.map((one) => `{${one}}`);
  return own.length === 0 ? `${name} is given nothing but variables such as {env.NAME}` : `given are ${own.join(", ")}`;
}

/** The origin may be a variable of the environment. */
function isWhole(url: string): boolean {
  return /^(?:https?:|\{env\.)/.test(url);
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}
