import { listOperations, type Operation } from "../src/spec/operations.ts";
import type { DereferencedDocument } from "../src/spec/schema.ts";
import { type Collection, type Folder, type Item, type KeyValue, script } from "./postman-format.ts";

/** A document, and where its paths begin. */
export interface DocumentPart {
  readonly name: string;
  readonly prefix: string;
  readonly document: DereferencedDocument;
}

/** What the two documents call differently than the responses do. */
const VARIABLE_NAMES: Readonly<Record<string, string>> = { id: "webhookId", name: "bookmark" };

/** The variables that responses fill. */
const CAPTURED = [
  "withdrawId",
  "otpCode",
  "webhookId",
  "chargeId",
  "subscriptionId",
  "deliveryId",
  "faultId",
  "worldId",
  "companyId",
  "position",
];

/** Returns the collection of all operations, with a session before them. */
export function buildCollection(parts: readonly DocumentPart[], session: Folder): Collection {
  return {
    info: {
      name: "Saldo",
      description:
        "All operations of a Saldo sandbox. Set baseUrl and apiKey. Responses fill the other variables, so the folder Session runs from top to bottom. Generated from openapi/interface.yaml and openapi/control.yaml.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "X-API-KEY" },
        { key: "value", value: "{{apiKey}}" },
        { key: "in", value: "header" },
      ],
    },
    event: [script(captureScript)],
    variable: variablesOf(parts),
    item: [session, ...parts.map(folderOf)],
  };
}

/** Keeps the first id of each kind, so with a list the newest. */
const captureScript = `
// Keeps the ids of a response in variables, for the requests that come next.
const names = ${JSON.stringify(CAPTURED)};
const found = {};
const collect = (value) => {
  if (value === null || typeof value !== "object") return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "object") collect(inner);
    else if (names.includes(key) && !(key in found)) found[key] = String(inner);
  }
};
if (pm.response.code < 300 && pm.response.headers.get("content-type")?.startsWith("application/json")) collect(pm.response.json());
for (const name of Object.keys(found)) pm.collectionVariables.set(name, found[name]);
`;

function variablesOf(parts: readonly DocumentPart[]): readonly KeyValue[] {
  const values = new Map([
    ["baseUrl", "http://127.0.0.1:4400"],
    ["apiKey", "sandbox-key"],
    ["adminToken", ""],
    ["otpCode", "000000"],
  ]);
  for (const { document } of parts) {
    for (const operation of listOperations(document)) {
      for (const { name, example } of operation.parameters.path) values.set(variableOf(name), String(example ?? ""));
    }
  }
  return [...values].map(([key, value]) => ({ key, value }));
}

function variableOf(parameter: string): string {
  return VARIABLE_NAMES[parameter] ?? parameter;
}

function folderOf({ name, prefix, document }: DocumentPart): Folder {
  // A stream never ends, and with it no run of its folder.
  const operations = listOperations(document).filter(({ path }) => !path.endsWith("/stream"));
  const folders = (document.tags ?? []).map((tag) => ({
    name: tag.name,
    ...(tag.description !== undefined && { description: tag.description }),
    item: operations
      .filter((operation) => described(document, operation).tags?.[0] === tag.name)
      .map((operation) => itemOf(document, prefix, operation)),
  }));
  return { name, item: folders.filter(({ item }) => item.length > 0) };
}

function described(document: DereferencedDocument, { path, method }: Operation) {
  // Written so that TypeScript sees the names of the methods that a path has.
  const { get, put, post, patch, delete: remove } = document.paths?.[path] ?? {};
  const operations = { GET: get, PUT: put, POST: post, PATCH: patch, DELETE: remove };
  return new Map(Object.entries(operations)).get(method) ?? {};
}

function itemOf(document: DereferencedDocument, prefix: string, operation: Operation): Item {
  const { operationId, summary = operationId, method, path, security, parameters } = operation;
  const { description, requestBody } = described(document, operation);
  const media = requestBody?.content["application/json"];
  const [example] = Object.values<{ value?: unknown }>(media?.examples ?? {});
  const query = parameters.query.map(({ name, example: shown, required, description: text }) => ({
    key: name,
    value: String(shown ?? ""),
    ...(!required && { disabled: true as const }),
    ...(text !== undefined && { description: text }),
  }));
  const named = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => `{{${variableOf(name)}}}`);
  return request(summary, method, prefix + named, {
    description,
    query,
    body: example?.value,
    isOpen: security.length === 0,
    needsAdmin: security.includes("adminToken"),
  });
}

interface RequestDetails {
  readonly description?: string | undefined;
  readonly query?: readonly KeyValue[];
  readonly body?: unknown;
  readonly isOpen?: boolean;
  readonly needsAdmin?: boolean;
}

/** Returns a request of the collection. Ids in its body become variables. */
export function request(name: string, method: string, path: string, details: RequestDetails): Item {
  const { description, query = [], body, isOpen = false, needsAdmin = false } = details;
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const token = "Only if the server has an admin token.";
  return {
    name,
    request: {
      method,
      ...(isOpen && { auth: { type: "noauth" } }),
      header: [
        ...(body === undefined ? [] : [{ key: "Content-Type", value: "application/json" }]),
        ...(needsAdmin
          ? [{ key: "Authorization", value: "Bearer {{adminToken}}", disabled: true as const, description: token }]
          : []),
      ],
      ...(body !== undefined && {
        body: { mode: "raw", raw: textOf(body), options: { raw: { language: "json" } } },
      }),
      url: {
        raw: `{{baseUrl}}${path}${sent.length === 0 ? "" : `?${sent.join("&")}`}`,
        host: ["{{baseUrl}}"],
        path: path.split("/").slice(1),
        ...(query.length > 0 && { query }),
      },
      ...(description !== undefined && { description }),
    },
  };
}

function textOf(body: unknown): string {
  const withVariables = (key: string, value: unknown) =>
    CAPTURED.includes(key) && typeof value === "string" ? `{{${key}}}` : value;
  return JSON.stringify(body, withVariables, 2);
}
