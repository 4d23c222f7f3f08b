import { curlText, shellWord } from "../../src/client/curl-text.ts";
import { type Action, pathOf } from "./action.ts";

export function curlOf(action: Action, origin: string, apiKey: string, companyId?: string): string {
  const headers = [`X-API-KEY: ${apiKey}`, ...(companyId === undefined ? [] : [`X-Saldo-Company: ${companyId}`])];
  return curlText(action.method, origin + pathOf(action), headers.map(shellWord), action.body);
}

/** Returns an action as a line of a program that uses `saldo/client`. */
export function clientText(action: Action): string {
  const { method, template, prefix, ids, body } = action;
  const operation = `${method} ${template}`;
  const [, many, done] = DONE_TO_ONE.exec(operation) ?? [];
  const one = done && `${many}.${done}`;
  const named = prefix === "/sandbox" ? (clientMethods[operation] ?? one) : undefined;
  if (named !== undefined) {
    const taken = named === "history.bookmark" ? nameIn(body) : body;
    const given = [...ids.map(([, id]) => id), ...(body === undefined ? [] : [taken])];
    return `await saldo.${named}(${given.map(literal).join(", ")});`;
  }
  const options = {
    ...(ids.length > 0 && { params: { path: Object.fromEntries(ids) } }),
    ...(body !== undefined && { body }),
  };
  const api = prefix === "/sandbox" ? "control" : "api";
  const given = Object.keys(options).length === 0 ? "" : `, ${literal(options)}`;
  return `await saldo.${api}.${method}(${literal(template)}${given});`;
}

/** What is done to one of many, which the client has a method of the same name for. */
const DONE_TO_ONE = /^POST \/(charges|subscriptions|withdrawals|webhooks)\/{\w+}\/(\w+)$/;

/** The other operations that the client has a method for. */
const clientMethods: Readonly<Record<string, string>> = {
  "PUT /clock": "clock.set",
  "POST /clock/advance": "clock.advance",
  "POST /bookmarks": "history.bookmark",
  "POST /rewind": "history.rewind",
  "POST /charges": "charges.create",
  "POST /subscriptions": "subscriptions.create",
  "PATCH /webhooks/{webhookId}": "webhooks.change",
  "DELETE /webhooks/{webhookId}": "webhooks.delete",
};

function nameIn(body: unknown): unknown {
  return typeof body === "object" && body !== null && "name" in body ? body.name : body;
}

/** Returns JSON as a programmer would write it: names without quotes where they need none. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).flatMap(([name, field]) => {
    return field === undefined
      ? []
      : [`${/^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${literal(field)}`];
  });
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
