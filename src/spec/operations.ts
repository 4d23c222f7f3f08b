import type * as openapi from "openapi3-ts/oas31";
import type { Dereferenced, DereferencedDocument, Schema } from "./schema.ts";
import { SpecError } from "./spec-error.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

type OperationObject = Dereferenced<openapi.OperationObject>;
type PathItemObject = Dereferenced<openapi.PathItemObject>;
type ParameterObject = Dereferenced<openapi.ParameterObject>;
type ResponsesObject = Readonly<Record<string, Dereferenced<openapi.ResponseObject>>>;

export type HttpMethod = Uppercase<(typeof METHODS)[number]>;

/** One operation of a dereferenced document, as plain data. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string | undefined;
  readonly method: HttpMethod;
  /** The template as the document writes it: `/webhook/{id}/logs`. */
  readonly path: string;
  /** The same in Fastify's form: `/webhook/:id/logs`. */
  readonly route: string;
  /** Names of security schemes; any one of them suffices. Empty when the operation needs none. */
  readonly security: readonly string[];
  readonly parameters: Readonly<Record<ParameterObject["in"], readonly Parameter[]>>;
  readonly body: RequestBody | null;
  readonly responses: readonly ResponseSpec[];
}

export interface Parameter {
  readonly name: string;
  readonly description?: string | undefined;
  readonly example?: unknown;
  readonly required: boolean;
  /** With `x-value` and `x-secret` of the parameter, where the schema has none of its own. */
  readonly schema: Schema;
}

export interface RequestBody {
  readonly required: boolean;
  readonly schema: Schema;
}

/** The media type of an answer that is sent part by part and that no renderer makes. */
export const eventStreamType = "text/event-stream";

/** A response and the outcomes that it renders (`x-outcomes`); one with several bodies is as many of these. */
export interface ResponseSpec {
  /** The HTTP status; null for `default` and ranges such as `4XX`, which cannot render an outcome. */
  readonly status: number | null;
  readonly description: string;
  readonly outcomes: readonly string[];
  /** The media type; null when the response has no content. */
  readonly contentType: string | null;
  /** The schema of the body; null when there is none, and for a text that the view has. */
  readonly schema: Schema | null;
}

export function isJson(mediaType: string): boolean {
  return /^application\/([\w.-]+\+)?json$/.test(mediaType);
}

/**
 * Lists the operations of a dereferenced document, in its order.
 * @throws SpecError for an operation without (or with a second time the same) operationId, and for what Saldo cannot follow.
 */
export function listOperations(document: DereferencedDocument): readonly Operation[] {
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const read = readOperation(document, path, item, method, operation);
      if (seen.has(read.operationId)) throw new SpecError("two operations have this operationId", read);
      seen.add(read.operationId);
      operations.push(read);
    }
  }
  return operations;
}

/** The root `x-responses`: what any operation may answer, and what answers a request that matches none. */
export function listCommonResponses(document: DereferencedDocument): readonly ResponseSpec[] {
  const responses: ResponsesObject = document["x-responses"] ?? {};
  return readResponses(responses, "x-responses");
}

/** Payload schemas of the `webhooks` section by event name. */
export function listNotifications(document: DereferencedDocument): ReadonlyMap<string, Schema> {
  const schemas = new Map<string, Schema>();
  for (const [event, item] of Object.entries(document.webhooks ?? {})) {
    const body = item.post && readBody(item.post, event);
    if (!body) throw new SpecError("a webhook needs a post with a JSON request body", { operationId: event });
    schemas.set(event, body.schema);
  }
  return schemas;
}

function readOperation(
  document: DereferencedDocument,
  path: string,
  item: PathItemObject,
  method: (typeof METHODS)[number],
  operation: OperationObject,
): Operation {
  const operationId = operation.operationId;
  if (!operationId) throw new SpecError("the operation has no operationId", { at: `${method.toUpperCase()} ${path}` });
  return {
    operationId,
    summary: operation.summary,
    // String.prototype.toUpperCase loses the literal type, which the mapped type above keeps.
    method: method.toUpperCase() as Uppercase<typeof method>,
    path,
    route: path.replaceAll(/\{([^{}]+)\}/g, ":$1"),
    security: readSecurity(document, operation, operationId),
    parameters: readParameters(item, operation, operationId),
    body: readBody(operation, operationId),
    responses: readResponses(operation.responses ?? {}, operationId),
  };
}

function readSecurity(
  document: DereferencedDocument,
  operation: OperationObject,
  operationId: string,
): readonly string[] {
  const known = document.components?.securitySchemes ?? {};
  return (operation.security ?? document.security ?? []).flatMap((alternative) => {
    const names = Object.keys(alternative);
    if (names.length > 1)
      throw new SpecError("security schemes that must be used together are not supported", { operationId });
    const unknown = names.find((name) => !Object.hasOwn(known, name));
    if (unknown === undefined) return names;
    throw new SpecError(`the security scheme "${unknown}" is not in components.securitySchemes`, { operationId });
  });
}

function readParameters(item: PathItemObject, operation: OperationObject, operationId: string) {
  const byKey = new Map<string, ParameterObject>();
  for (const parameter of [...(item.parameters ?? []), ...(operation.parameters ?? [])]) {
    byKey.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  const parameters: Record<ParameterObject["in"], Parameter[]> = { path: [], query: [], header: [], cookie: [] };
  for (const { name, in: location, description, example, required = false, schema, ...extensions } of byKey.values()) {
    if (schema === undefined) throw new SpecError(`the parameter "${name}" has no schema`, { operationId });
    const marks = Object.entries(extensions).filter(([mark]) => mark === "x-value" || mark === "x-secret");
    const marked = { ...Object.fromEntries(marks), ...schema };
    parameters[location].push({ name, description, example, required, schema: marked });
  }
  return parameters;
}

function readBody(operation: OperationObject, operationId: string): RequestBody | null {
  const body = operation.requestBody;
  if (body === undefined) return null;
  const { contentType, schema } = readContent(body.content, isJson);
  if (contentType === null) throw new SpecError("the request body has no JSON media type", { operationId });
  return { required: body.required ?? false, schema: schema ?? {} };
}

function readResponses(responses: ResponsesObject, operationId: string): readonly ResponseSpec[] {
  return Object.entries(responses)
    .filter(([key]) => !key.startsWith("x-"))
    .flatMap(([key, response]) => {
      const place = { operationId, at: key };
      const { description, content = {}, "x-outcomes": outcomes = [] } = response;
      if (!isListOfNames(outcomes)) throw new SpecError("x-outcomes must be a list of names", place);
      const status = /^[1-5]\d\d$/.test(key) ? Number(key) : null;
      if (status === null && outcomes.length > 0) {
        throw new SpecError(`an outcome needs a response with a status, not "${key}"`, place);
      }
      const body = eventStreamType in content ? streamContent : readContent(content, isBody);
      const named = namedBodies(content);
      const own = outcomes.filter((outcome) => !named.some((other) => other.outcomes.includes(outcome)));
      const bodies = own.length > 0 || named.length === 0 ? [{ outcomes: own, ...body }, ...named] : named;
      return bodies.flatMap((one) => responsesByOutcome({ status, description, ...one }, operationId));
    });
}

/**
 * Returns a response for each body of a status: for each branch of an `anyOf` whose `x-outcomes` say whose body it is.
 * The branch's `description` describes it, where it has one; `x-empty: true` says that there is no body.
 * @throws SpecError unless each outcome of the response is in exactly one branch.
 */
function responsesByOutcome(response: ResponseSpec, operationId: string): readonly ResponseSpec[] {
  const choice = response.schema?.anyOf ?? [];
  if (!choice.some((branch) => "x-outcomes" in branch)) return [response];
  const named = choice.map((branch): unknown => branch["x-outcomes"]);
  if (!named.every(Array.isArray) || named.flat().sort().join() !== response.outcomes.toSorted().join()) {
    const each =
      "each branch of its anyOf must list in x-outcomes some of the response's, and each of these in one branch";
    throw new SpecError(each, { operationId, outcome: response.outcomes.join('", "') });
  }
  return choice.map((schema) => {
    const { description = response.description } = schema;
    const body = schema["x-empty"] === true ? { contentType: null, schema: null } : { schema };
    return { ...response, description, outcomes: schema["x-outcomes"], ...body };
  });
}

const streamContent = { contentType: eventStreamType, schema: null };

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly "x-outcomes"?: unknown }>>;

/** Returns the bodies of a response with several: the outcomes that a media type lists are its own. */
function namedBodies(content: Content): readonly Omit<ResponseSpec, "status" | "description">[] {
  return Object.entries(content).flatMap(([contentType, { "x-outcomes": outcomes, schema = null }]) =>
    isListOfNames(outcomes) ? [{ outcomes, contentType, schema }] : [],
  );
}

function readContent(content: Content, isKnown: (type: string) => boolean) {
  const found = Object.entries(content).find(([type, body]) => isKnown(type) && !("x-outcomes" in body));
  return { contentType: found?.[0] ?? null, schema: found?.[1].schema ?? null };
}

function isBody(type: string): boolean {
  return isJson(type) || type.startsWith("text/");
}

function isListOfNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string" && name !== "");
}
