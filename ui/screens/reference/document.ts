import type {
  OpenAPIObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
} from "openapi3-ts/oas31";
import { type Action, METHODS } from "../../state/action.ts";
import { serverUrl } from "../../state/session.ts";

/** An operation of one of the two documents. */
export type Operation = ReturnType<typeof operationsOf>[number];

/** Reads both documents from the server, the platform's first. */
export async function readOperations(): Promise<readonly Operation[]> {
  const read = async (prefix: Action["prefix"]) => {
    const answer = await fetch(`${serverUrl}${prefix}/openapi.json`);
    return operationsOf(await answer.json(), prefix);
  };
  return (await Promise.all([read(""), read("/sandbox")])).flat();
}

function operationsOf(document: OpenAPIObject, prefix: Action["prefix"]) {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[METHOD_NAMES[method]];
      if (operation === undefined) return [];
      const { tags: [tag = ""] = [], summary = "", description = "", requestBody, parameters = [] } = operation;
      return [
        {
          // The key is unique among both documents.
          ...{ key: `${method} ${prefix}${path}`, method, path, prefix, tag, summary, description },
          /** Why it is assumed; empty if the platform's documentation shows it. */
          assumed: operation["x-assumed"] ?? "",
          parameters: [...(item.parameters ?? []), ...parameters].map((one) => resolve<ParameterObject>(document, one)),
          /** The first example of the body, as text; null for an operation without a body. */
          body: requestBody === undefined ? null : exampleOf(resolve(document, requestBody)),
          responses: Object.entries(operation.responses ?? {}).map(([status, response]) => {
            return { status, response: resolve<ResponseObject>(document, response) };
          }),
        },
      ];
    }),
  );
}

const METHOD_NAMES = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;

function exampleOf({ content }: RequestBodyObject): string | null {
  const json = content["application/json"];
  if (json === undefined) return null;
  const [example] = Object.values(json.examples ?? {});
  return example !== undefined && "value" in example ? JSON.stringify(example.value, null, 2) : "";
}

/** Returns what a reference leads to, with what stands beside it. */
function resolve<T extends object>(document: OpenAPIObject, value: T | ReferenceObject): T {
  if (!("$ref" in value)) return value;
  const { $ref, ...beside } = value;
  const names = $ref.replace(/^#\//, "").split("/");
  const named = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  // A document says what its references lead to.
  const found: T = named.reduce((part, name) => Reflect.get(part, name), Object(document));
  return { ...resolve(document, found), ...beside };
}
