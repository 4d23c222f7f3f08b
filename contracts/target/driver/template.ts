import { pathSegment } from "../../../src/client/path-segment.ts";
import { isObject } from "../../judge/json.ts";

/** What a capability is given, by name. */
export type TemplateValues = Readonly<Record<string, unknown>>;

export const placeholder = /\{([A-Za-z][A-Za-z0-9_.]*)\}/g;

/** Returns the names of all placeholders in texts, however deep. */
export function placeholdersIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [...value.matchAll(placeholder)].map(([, name = ""]) => name);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(placeholdersIn) : [];
}

/** Fills `{name}` in a text. Throws for a name that was not given. `{env.NAME}` is a variable of the environment. */
export function filled(text: string, given: TemplateValues, write: (value: unknown) => string = written): string {
  return text.replace(placeholder, (_, name: string) => {
    const value = givenValue(name, given);
    if (value === undefined) throw new Error(`{${name}} has no value; ${givenText(given)}`);
    return write(value);
  });
}

/** Fills a body. A text that is one placeholder becomes the value itself; a member without a value is left out. */
export function filledBody(body: unknown, given: TemplateValues): unknown {
  if (typeof body === "string") {
    const only = /^\{([A-Za-z][A-Za-z0-9_.]*)\}$/.exec(body)?.[1];
    return only === undefined ? filled(body, given) : givenValue(only, given);
  }
  if (Array.isArray(body)) return body.map((item) => filledBody(item, given));
  if (typeof body !== "object" || body === null) return body;
  const members = Object.entries(body).map(([name, value]) => [name, filledBody(value, given)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function givenText(given: TemplateValues): string {
  const names = Object.keys(given).map((one) => `{${one}}`);
  return names.length === 0 ? "nothing is given" : `given are ${names.join(", ")}`;
}

export function pathEncoded(value: unknown): string {
  return pathSegment(written(value));
}

/** Writes a value into a JSONPath, inside its quotes. */
export function pathLiteral(value: unknown): string {
  return written(value).replaceAll(/['"\\]/g, "\\$&");
}

function givenValue(name: string, given: TemplateValues): unknown {
  if (name.startsWith("env.")) return process.env[name.slice(4)];
  return name.split(".").reduce<unknown>((value, member) => (isObject(value) ? value[member] : undefined), given);
}

export function written(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
