import type { SaldoClient } from "../../../src/client/saldo-client.ts";
import { isJson, type Json, listIn, objectIn, textIn } from "./json.ts";

/** An operation of one of the two documents. */
export interface Operation {
  /** Unique among both documents. */
  readonly key: string;
  readonly method: string;
  /** As the document writes it: `/charges/{chargeId}/pay`. */
  readonly path: string;
  readonly prefix: "" | "/sandbox";
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Why it is assumed; empty if the platform's documentation shows it. */
  readonly assumed: string;
  readonly parameters: readonly Json[];
  /** The examples of the body; null without one. */
  readonly body: Json | null;
  readonly responses: readonly (Json & { readonly status: string })[];
}

/** Reads both documents from the server, the platform's first. */
export async function readOperations({ ask }: SaldoClient): Promise<readonly Operation[]> {
  const [platform, control] = await Promise.all([ask("GET", "/openapi.json"), ask("GET", "/sandbox/openapi.json")]);
  return [...operationsOf(platform.body, ""), ...operationsOf(control.body, "/sandbox")];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

function operationsOf(body: unknown, prefix: Operation["prefix"]): readonly Operation[] {
  if (!isJson(body)) return [];
  const resolved = (value: unknown) => resolve(body, value);
  return Object.entries(objectIn(body, "paths")).flatMap(([path, item]) => {
    if (!isJson(item)) return [];
    return METHODS.filter((method) => isJson(item[method])).map((method) => {
      const operation = objectIn(item, method);
      const bodyOf = objectIn(objectIn(objectIn(operation, "requestBody"), "content"), "application/json");
      return {
        ...{ key: `${method} ${prefix}${path}`, method: method.toUpperCase(), path, prefix },
        tag: String(listIn(operation, "tags")[0] ?? ""),
        summary: textIn(operation, "summary"),
        description: textIn(operation, "description"),
        assumed: textIn(operation, "x-assumed"),
        parameters: [...listIn(item, "parameters"), ...listIn(operation, "parameters")].map(resolved),
        body: "schema" in bodyOf ? bodyOf : null,
        responses: Object.entries(objectIn(operation, "responses")).map(([status, response]) => ({
          ...resolved(response),
          status,
        })),
      };
    });
  });
}

/** Returns what a reference leads to, with what stands beside it. */
function resolve(document: Json, value: unknown): Json {
  if (!isJson(value)) return {};
  const { $ref, ...beside } = value;
  if (typeof $ref !== "string") return value;
  const path = $ref.replace(/^#\//, "").split("/");
  const found = path.reduce<Json>(
    (part, name) => objectIn(part, name.replaceAll("~1", "/").replaceAll("~0", "~")),
    document,
  );
  return { ...resolve(document, found), ...beside };
}
