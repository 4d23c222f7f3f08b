import { isObject, type Json, type JsonObject } from "../../description/json.ts";
import { objectAt, resolved, textsOf } from "./plain-schema.ts";

/** What an operation answers some outcomes with: a response, or of one with several bodies (`anyOf`) one of them. */
export interface DescribedAnswer {
  /** The key of its response: the status as a text. */
  readonly status: string;
  readonly outcomes: readonly string[];
  readonly description: string;
  /** Null where it has no JSON body. */
  readonly mediaType: string | null;
  readonly schema: JsonObject | null;
  /** By outcome. */
  readonly examples: JsonObject;
  /** Whatever else the response has: its mark, its headers. */
  readonly rest: JsonObject;
  /** The name of the component that the whole response refers to, if it is one and answers nothing else. */
  readonly component: string | null;
}

/** An operation with its answers, or with `x-responses` as its name what answers requests that reach none. */
export interface DescribedOperation {
  readonly operationId: string;
  /** From the document's root to its responses. */
  readonly path: readonly string[];
  readonly responses: JsonObject;
  readonly answers: readonly DescribedAnswer[];
}

export const commonResponses = "x-responses";

/** In the order of the document, `x-responses` last. */
export function describedOperations(document: JsonObject): readonly DescribedOperation[] {
  const operations = Object.entries(objectAt(document, "paths") ?? {}).flatMap(([path, item]) =>
    Object.keys(isObject(item) ? item : {}).flatMap((method) => {
      const operationId = objectAt(item, method)?.operationId;
      if (typeof operationId !== "string") return [];
      const responses = objectAt(objectAt(item, method), "responses") ?? {};
      return [describedOperation(document, operationId, ["paths", path, method, "responses"], responses)];
    }),
  );
  const common = objectAt(document, commonResponses) ?? {};
  return [...operations, describedOperation(document, commonResponses, [commonResponses], common)];
}

function describedOperation(
  document: JsonObject,
  operationId: string,
  path: readonly string[],
  responses: JsonObject,
): DescribedOperation {
  const answers = Object.entries(responses).flatMap(([status, response]) =>
    isObject(response) ? answersOf(document, status, response) : [],
  );
  return { operationId, path, responses, answers };
}

function answersOf(document: JsonObject, status: string, response: JsonObject): readonly DescribedAnswer[] {
  const { description, content, "x-outcomes": listed, ...rest } = resolved(document, response);
  const [mediaType, media] = Object.entries(isObject(content) ? content : {}).find(isJsonContent) ?? [null, {}];
  const schema = objectAt(media, "schema") ?? null;
  const examples = objectAt(media, "examples") ?? {};
  const component = componentOf(response);
  const whole = { status, description: textOf(description), mediaType, schema, examples, rest, component };
  const choice = branchesOf(schema);
  if (choice.length === 0) {
    const outcomes = textsOf(listed);
    return outcomes.length === 0 ? [] : [{ ...whole, outcomes }];
  }
  return choice.map(({ "x-outcomes": outcomes, description: own, ...branch }) => {
    return { ...whole, outcomes: textsOf(outcomes), description: textOf(own), schema: branch, component: null };
  });
}

/** Bodies of several kinds under one status: each branch says whose body it is. */
function branchesOf(schema: JsonObject | null): readonly JsonObject[] {
  const branches = Array.isArray(schema?.anyOf) ? schema.anyOf.filter(isObject) : [];
  return branches.some((branch) => "x-outcomes" in branch) ? branches : [];
}

const componentPrefix = "#/components/responses/";

export function referenceTo(component: string): JsonObject {
  return { $ref: `${componentPrefix}${component}` };
}

/** The component that a response is nothing but a reference to. */
export function componentOf(response: Json | undefined): string | null {
  if (!isObject(response) || Object.keys(response).length !== 1 || typeof response.$ref !== "string") return null;
  return response.$ref.startsWith(componentPrefix) ? response.$ref.slice(componentPrefix.length) : null;
}

function isJsonContent([mediaType]: [string, Json]): boolean {
  return /^application\/([\w.-]+\+)?json$/.test(mediaType);
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
