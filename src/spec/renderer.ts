import type { OpenAPIObject } from "openapi3-ts/oas31";
import { type BodyContext, compileBody, type FieldSightings } from "./body.ts";
import { eventStreamType, listNotifications, type Operation, type ResponseSpec } from "./operations.ts";
import type { ObjectShape } from "./shape.ts";
import { SpecError } from "./spec-error.ts";

/** The catalogue of outcomes: the name in kebab-case, and the shape of its view (without `type` and `message`). */
export type OutcomeShapes = Readonly<Record<string, ObjectShape>>;

/** An outcome with its fields; `message` says what was wrong where the outcome is a rejection. */
export interface View {
  readonly type: string;
  readonly message?: string;
}

export interface RenderedResponse {
  readonly status: number;
  /** As the document writes it; null when the response has no content. */
  readonly contentType: string | null;
  /** JSON text; null when the response has no content, or is a stream. */
  readonly body: string | null;
}

export type RenderResponse = (view: View) => RenderedResponse;

/**
 * Compiles a renderer for each outcome in `shapes`: by the operation's response that lists it in `x-outcomes`, else by
 * the one of the root `x-responses`.
 * @param shapes the operation's own outcomes together with those that any operation may have.
 * @throws SpecError when document and shapes differ: an outcome without a response, with two, or that the code does not
 *   know; a required property whose field the view lacks; an optional one whose field no view of its response has.
 */
export function compileResponses(
  operation: Pick<Operation, "operationId" | "responses">,
  xResponses: readonly ResponseSpec[],
  shapes: OutcomeShapes,
): ReadonlyMap<string, RenderResponse> {
  const { operationId } = operation;
  const own = outcomesOf(operation.responses, operationId);
  const common = outcomesOf(xResponses, "x-responses");
  refuseUnknown(own.keys(), shapes, operationId);
  const used = new Set<ResponseSpec>();
  for (const outcome of Object.keys(shapes)) {
    const response = own.get(outcome) ?? common.get(outcome);
    if (response === undefined) {
      const places = "no response of the operation and none of the root x-responses lists it in x-outcomes";
      throw new SpecError(places, { operationId, outcome });
    }
    used.add(response);
  }
  // A response of x-responses is compiled here only for outcomes that the operation does not render itself.
  return compileAll(operationId, used, shapes, (outcome, response) => (own.get(outcome) ?? response) === response);
}

/**
 * Compiles the root `x-responses` themselves, for requests that match no operation.
 * @throws SpecError as `compileResponses` does.
 */
export function compileCommonResponses(
  xResponses: readonly ResponseSpec[],
  shapes: OutcomeShapes,
): ReadonlyMap<string, RenderResponse> {
  return compileResponses({ operationId: "x-responses", responses: xResponses }, [], shapes);
}

/**
 * Compiles the body of a notification from the document's `webhooks` section.
 * @param shape of the view: `event`, `timestamp` and the event's own fields.
 * @throws SpecError for an event that the section lacks, and for fields that the view lacks.
 */
export function compileNotification(
  document: OpenAPIObject,
  event: string,
  shape: ObjectShape,
): (view: object) => string {
  const schema = listNotifications(document).get(event);
  if (schema === undefined) throw new SpecError("the document's webhooks have no such event", { operationId: event });
  const sightings: FieldSightings = { present: new Set(), absent: new Map() };
  const build = compileBody(schema, shape, { operationId: event, sightings });
  refuseUnseen(sightings, event, undefined);
  return (view) => JSON.stringify(build(view));
}

function compileAll(
  operationId: string,
  responses: Iterable<ResponseSpec>,
  shapes: OutcomeShapes,
  applies: (outcome: string, response: ResponseSpec) => boolean,
): ReadonlyMap<string, RenderResponse> {
  const renderers = new Map<string, RenderResponse>();
  for (const response of responses) {
    const sightings: FieldSightings = { present: new Set(), absent: new Map() };
    for (const outcome of response.outcomes) {
      const shape = Object.hasOwn(shapes, outcome) ? shapes[outcome] : undefined;
      if (shape === undefined) continue;
      const render = compileResponse(operationId, outcome, response, shape, sightings);
      if (applies(outcome, response)) renderers.set(outcome, render);
    }
    refuseUnseen(sightings, operationId, response);
  }
  return renderers;
}

function compileResponse(
  operationId: string,
  outcome: string,
  response: ResponseSpec,
  shape: ObjectShape,
  sightings: FieldSightings,
): RenderResponse {
  const { status, contentType, schema, description } = response;
  if (status === null) throw new SpecError("its response has no status", { operationId, outcome });
  if (contentType === null || contentType === eventStreamType) {
    const withoutBody = { status, contentType, body: null };
    return () => withoutBody;
  }
  const answer = { outcome, status, description };
  const context: BodyContext = { operationId, outcome, answer, sightings };
  const build = compileBody(schema ?? {}, shape, context);
  return (view) => ({ status, contentType, body: JSON.stringify(build(view)) });
}

function outcomesOf(responses: readonly ResponseSpec[], operationId: string): ReadonlyMap<string, ResponseSpec> {
  const byOutcome = new Map<string, ResponseSpec>();
  for (const response of responses) {
    for (const outcome of response.outcomes) {
      const other = byOutcome.get(outcome);
      if (other !== undefined) {
        const twice = `two responses list it in x-outcomes: ${other.status} and ${response.status}`;
        throw new SpecError(twice, { operationId, outcome });
      }
      byOutcome.set(outcome, response);
    }
  }
  return byOutcome;
}

function refuseUnknown(outcomes: Iterable<string>, shapes: OutcomeShapes, operationId: string): void {
  for (const outcome of outcomes) {
    if (Object.hasOwn(shapes, outcome)) continue;
    const known = Object.keys(shapes).join(", ") || "none";
    throw new SpecError(`the document names it in x-outcomes, the code does not know it; it knows: ${known}`, {
      operationId,
      outcome,
    });
  }
}

/** An optional property that no outcome of its response can fill is a misspelt one. */
function refuseUnseen(sightings: FieldSightings, operationId: string, response: ResponseSpec | undefined): void {
  for (const [at, message] of sightings.absent) {
    if (sightings.present.has(at)) continue;
    const outcome = response?.outcomes.join('", "');
    throw new SpecError(message, outcome === undefined ? { operationId, at } : { operationId, outcome, at });
  }
}
