import type { SpecDocument } from "./document.ts";
import { explainErrors } from "./explain-errors.ts";
import { type CompileTime, schemaCompiler } from "./find-errors.ts";
import { compileInput } from "./inputs.ts";
import type { Operation } from "./operations.ts";
import { compileParameters, type ParameterValues } from "./parameters.ts";
import { MAX_PROBLEMS, type Problem } from "./problem.ts";
import type { Schema } from "./schema.ts";
import { SpecError } from "./spec-error.ts";

/** A request as it arrives: path and query as text (a repeated query parameter as a list), the body parsed from JSON. */
export interface RawRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** By their names in lower case; only those that the document describes are looked at. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Undefined when there is no body; JSON's null is null. */
  readonly body: unknown;
}

/**
 * Either what is wrong (at most 20 problems), or the values, with numbers and booleans made from their text and under the
 * names that the code knows (`x-value`).
 */
export type ValidatedRequest =
  | { readonly valid: false; readonly problems: readonly Problem[] }
  | {
      readonly valid: true;
      readonly params: ParameterValues;
      /** Absent parameters have the schema's `default`, where it has one. */
      readonly query: ParameterValues;
      /** By the names that the document writes. */
      readonly headers: ParameterValues;
      /** Undefined also when the operation takes no body. */
      readonly body: unknown;
    };

export type ValidateRequest = (request: RawRequest) => ValidatedRequest;

/** Checks a value; `place` is its name in the problems. */
export type ValidateValue = (value: unknown, place: string) => readonly Problem[];

/**
 * Returns the compiler of a document's request validators.
 * @param when schemas are compiled: `first-use` keeps the startup with the tested documents fast; `now` finds at startup
 *   what an overlay has broken.
 */
export function createValidatorCompiler(when: CompileTime = "first-use") {
  const compile = schemaCompiler(when);

  function compileValidator(schema: Schema): ValidateValue {
    const errorsOf = compile(() => schema);
    return (value, place) => explainErrors(errorsOf(value), place);
  }

  /** @throws SpecError when a schema is wrong: at once or, compiling at first use, on the first request. */
  function compileRequestValidator(operation: Operation): ValidateRequest {
    try {
      return compileRequest(operation, compileValidator);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SpecError(`its request schemas cannot be used: ${reason}`, { operationId: operation.operationId });
    }
  }

  return { compileRequestValidator, compileValidator };
}

type CompileRequest = (operation: Operation) => ValidateRequest;

const compilers = new WeakMap<SpecDocument, CompileRequest>();

/**
 * Returns what compiles the request validators of a document: once, for all servers of this process that have this document.
 * A test suite starts hundreds of them.
 */
export function requestValidatorsOf(document: SpecDocument, when: CompileTime) {
  const known = compilers.get(document) ?? eachOnce(createValidatorCompiler(when).compileRequestValidator);
  compilers.set(document, known);
  return known;
}

function eachOnce(compile: CompileRequest): CompileRequest {
  const compiled = new Map<string, ValidateRequest>();
  return (operation) => {
    const validate = compiled.get(operation.operationId) ?? compile(operation);
    compiled.set(operation.operationId, validate);
    return validate;
  };
}

function compileRequest(operation: Operation, compile: (schema: Schema) => ValidateValue): ValidateRequest {
  const readParams = compileParameters(operation.parameters.path, "path", compile);
  const readQuery = compileParameters(operation.parameters.query, "query", compile);
  const readHeaders = compileParameters(operation.parameters.header, "header", compile);
  const headerNames = operation.parameters.header.map(({ name }) => name);
  const { body: expected } = operation;
  const validateBody = expected && compile(expected.schema);
  const feedBody = compileInput(expected?.schema ?? {});
  const { path, query, header } = operation.parameters;
  const takesNothing = path.length + query.length + header.length === 0 && !expected;
  const nothing = { valid: true, params: {}, query: {}, headers: {}, body: undefined } as const;
  return (request) => {
    if (takesNothing && isEmpty(request.params) && isEmpty(request.query)) return nothing;
    const params = readParams(request.params);
    const query = readQuery(request.query);
    const headers = readHeaders(pickHeaders(request.headers ?? {}, headerNames));
    const problems = [...params.problems, ...query.problems, ...headers.problems];
    if (expected && request.body !== undefined) problems.push(...(validateBody?.(request.body, "body") ?? []));
    else if (expected?.required) problems.push({ at: "body", message: "is missing; a JSON body is required" });
    if (problems.length > 0) return { valid: false, problems: problems.slice(0, MAX_PROBLEMS) };
    const body = expected ? feedBody(request.body) : undefined;
    return { valid: true, params: params.values, query: query.values, headers: headers.values, body };
  };
}

function isEmpty(values: object): boolean {
  for (const _ in values) return false;
  return true;
}

function pickHeaders(sent: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  // An empty header is none: a client that has received no event yet may send one.
  const given = names.filter((name) => (sent[name.toLowerCase()] ?? "") !== "");
  return Object.fromEntries(given.map((name) => [name, sent[name.toLowerCase()]]));
}
