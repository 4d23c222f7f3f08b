import { rememberingLast } from "../remembering.ts";
import { type BodyContext, compileBody, type FieldFindings } from "./body.ts";
import { jsonWithKeptText, KeptList } from "./kept-list.ts";
import { eventStreamType, isJson, listNotifications, type Operation, type ResponseSpec } from "./operations.ts";
import type { DereferencedDocument } from "./schema.ts";
import { isListShape, type ObjectShape } from "./shape.ts";
import { SpecError, type SpecPlace } from "./spec-error.ts";

/** The catalogue of outcomes: the name in kebab-case, and the shape of its view (without `type` and `message`). */
export type OutcomeShapes = Readonly<Record<string, ObjectShape>>;

/** An outcome with its fields; `message` says what was wrong where the outcome is a rejection. */
export interface View {
  readonly type: string;
  readonly message?: string;
  /** The body of a response that is no JSON. */
  readonly text?: string;
}

export interface RenderedResponse {
  readonly status: number;
  /** As the document writes it; null when the response has no content. */
  readonly contentType: string | null;
  /** The text; null when the response has no content, or is a stream. */
  readonly body: string | null;
}

export interface RenderResponse {
  (view: View): RenderedResponse;
  /** Returns the response for a writer of large bodies; null if it has no body, or one that is partly written. */
  unwritten(view: View): (Omit<RenderedResponse, "body"> & { readonly body: unknown }) | null;
}

/**
 * Compiles a renderer for each outcome in `shapes`, by the response of the operation that lists it in `x-outcomes`.
 * @throws SpecError when document and shapes differ: an outcome without a response, with two, or that the code does not
 *   know; a required property whose field the view lacks; an optional one whose field no view of its response has.
 */
export function compileResponses(
  { operationId, responses }: Pick<Operation, "operationId" | "responses">,
  shapes: OutcomeShapes,
): ReadonlyMap<string, RenderResponse> {
  refuseOtherOutcomes(responses, shapes, operationId);
  const renderers = new Map<string, RenderResponse>();
  for (const response of responses) {
    const findings: FieldFindings = new Map();
    for (const outcome of response.outcomes) {
      renderers.set(outcome, compileResponse(operationId, outcome, response, shapes[outcome] ?? {}, findings));
    }
    refuseUnfilled(findings, { operationId, outcome: response.outcomes.join('", "') });
  }
  return renderers;
}

/**
 * Compiles the body of a notification from the document's `webhooks` section.
 * @param shape of the view: `event`, `timestamp` and the event's own fields.
 * @throws SpecError for an event that the section lacks, and for fields that the view lacks.
 */
export function compileNotification(
  document: DereferencedDocument,
  event: string,
  shape: ObjectShape,
): (view: object) => string {
  const schema = listNotifications(document).get(event);
  if (schema === undefined) throw new SpecError("the document's webhooks have no such event", { operationId: event });
  const findings: FieldFindings = new Map();
  const build = compileBody(schema, shape, { operationId: event, findings });
  refuseUnfilled(findings, { operationId: event });
  return (view) => JSON.stringify(build(view));
}

function compileResponse(
  operationId: string,
  outcome: string,
  { status, contentType, schema, description }: ResponseSpec,
  shape: ObjectShape,
  findings: FieldFindings,
): RenderResponse {
  if (status === null) throw new SpecError("its response has no status", { operationId, outcome });
  if (contentType === null || contentType === eventStreamType) {
    const withoutBody = { status, contentType, body: null };
    return Object.assign(() => withoutBody, { unwritten: () => null });
  }
  const answer = { outcome, status, description };
  const context: BodyContext = { operationId, outcome, answer, findings };
  if (!isJson(contentType)) {
    const mediaType = contentType.startsWith("text/") ? `${contentType}; charset=utf-8` : contentType;
    const saysText = schema !== null && ("const" in schema || "x-value" in schema);
    const textOf = saysText ? compileBody(schema, shape, context) : ({ text }: View) => text;
    const render = (view: View) => ({ status, contentType: mediaType, body: String(textOf(view) ?? "") });
    return Object.assign(render, { unwritten: () => null });
  }
  const build = compileBody(schema ?? {}, shape, context);
  const hasLists = Object.values(shape).some(isListShape);
  const textOf = (body: unknown, view: View) =>
    (hasLists && hasKeptList(view) ? jsonWithKeptText(body) : JSON.stringify(body)) ?? null;
  // Views never change, so that the same view has the same text.
  const render = rememberingLast((view: View) => ({ status, contentType, body: textOf(build(view), view) }));
  return Object.assign(render, {
    unwritten: (view: View) => (hasLists && hasKeptList(view) ? null : { status, contentType, body: build(view) }),
  });
}

function hasKeptList(view: View): boolean {
  for (const field of Object.values(view)) if (field instanceof KeptList && field.source.length > 0) return true;
  return false;
}

/** The outcomes of the responses must be those of the shapes, each in one response. */
function refuseOtherOutcomes(responses: readonly ResponseSpec[], shapes: OutcomeShapes, operationId: string): void {
  const statuses = new Map<string, number | null>();
  for (const { status, outcomes } of responses) {
    for (const outcome of outcomes) {
      const place = { operationId, outcome };
      const other = statuses.get(outcome);
      if (other !== undefined) {
        throw new SpecError(`two responses list it in x-outcomes: ${other} and ${status}`, place);
      }
      if (!Object.hasOwn(shapes, outcome)) {
        const known = Object.keys(shapes).join(", ") || "none";
        throw new SpecError(
          `the document names it in x-outcomes, the code does not know it; it knows: ${known}`,
          place,
        );
      }
      statuses.set(outcome, status);
    }
  }
  const outcome = Object.keys(shapes).find((name) => !statuses.has(name));
  if (outcome === undefined) return;
  throw new SpecError("no response of the operation lists it in x-outcomes", { operationId, outcome });
}

/** An optional property that no outcome of its response can fill is a misspelt one. */
function refuseUnfilled(findings: FieldFindings, place: SpecPlace): void {
  for (const [at, problem] of findings) if (problem !== null) throw new SpecError(problem, { ...place, at });
}
