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
  readonly parameters: readonly Parameter[];
  /** The first example of the body, as text; null for an operation without a body. */
  readonly body: string | null;
  readonly responses: readonly { readonly status: string; readonly description: string; readonly assumed: string }[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly example: string;
}

/** Reads both documents from the server, the platform's first. */
export async function readOperations({ ask }: SaldoClient): Promise<readonly Operation[]> {
  const [platform, control] = await Promise.all([ask("GET", "/openapi.json"), ask("GET", "/sandbox/openapi.json")]);
  return [...operationsOf(platform.body, ""), ...operationsOf(control.body, "/sandbox")];
}

const METHODS = ["get", "post", "put", "patch", "delete"];

function operationsOf(document: unknown, prefix: Operation["prefix"]): readonly Operation[] {
  if (!isJson(document)) return [];
  return Object.entries(objectIn(document, "paths")).flatMap(([path, item]) => {
    if (!isJson(item)) return [];
    return METHODS.filter((method) => isJson(item[method])).map((method) => {
      const operation = objectIn(item, method);
      const body = objectIn(objectIn(objectIn(operation, "requestBody"), "content"), "application/json");
      return {
        ...{ key: `${method} ${prefix}${path}`, method: method.toUpperCase(), path, prefix },
        tag: String(listIn(operation, "tags")[0] ?? ""),
        summary: textIn(operation, "summary"),
        description: textIn(operation, "description"),
        assumed: textIn(operation, "x-assumed"),
        parameters: [...listIn(item, "parameters"), ...listIn(operation, "parameters")].map((parameter) =>
          parameterIn(resolve(document, parameter)),
        ),
        body: "schema" in body ? exampleOf(body) : null,
        responses: Object.entries(objectIn(operation, "responses")).map(([status, reference]) => {
          const response = resolve(document, reference);
          return { status, description: textIn(response, "description"), assumed: textIn(response, "x-assumed") };
        }),
      };
    });
  });
}

function parameterIn(parameter: Json): Parameter {
  return {
    name: textIn(parameter, "name"),
    in: textIn(parameter, "in"),
    description: textIn(parameter, "description"),
    example: String(parameter.example ?? ""),
  };
}

function exampleOf(body: Json): string {
  const [example] = Object.values(objectIn(body, "examples"));
  return isJson(example) ? JSON.stringify(example.value, null, 2) : "";
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
