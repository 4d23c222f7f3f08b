import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { explainErrors } from "./explain-errors.ts";
import { compileInput } from "./inputs.ts";
import type { Operation } from "./operations.ts";
import { compileParameters, type ParameterValues } from "./parameters.ts";
import { MAX_PROBLEMS, type Problem } from "./problem.ts";
import type { Schema } from "./schema.ts";
import { SpecError } from "./spec-error.ts";
import { twoPasses } from "./two-passes.ts";

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

/** Checks a value; `place` is how the problems call it. */
export type ValidateValue = (value: unknown, place: string) => readonly Problem[];

export interface ValidatorCompiler {
  /** @throws SpecError when a schema is wrong: at once or, compiling at first use, on the first request. */
  compileRequestValidator(operation: Operation): ValidateRequest;
  compileValidator(schema: Schema): ValidateValue;
}

/**
 * Makes the compiler of a document's request validators: JSON Schema 2020-12, strict, without coercion.
 * @param when schemas are compiled: `first-use` (about 2 ms each) keeps a start with the tested documents fast; `now`
 *   finds what an overlay has broken before the start is done.
 */
export function createValidatorCompiler(when: "first-use" | "now" = "first-use"): ValidatorCompiler {
  const compileForFirst = createCompiler(false);
  const compileForAll = createCompiler(true);

  function compileValidator(schema: Schema): ValidateValue {
    const compiled = when === "now" ? compileForFirst(schema) : undefined;
    const errorsOf = twoPasses((all) => (all ? compileForAll(schema) : (compiled ?? compileForFirst(schema))));
    return (value, place) => explainErrors(errorsOf(value), place);
  }

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

function compileRequest(operation: Operation, compile: (schema: Schema) => ValidateValue): ValidateRequest {
  const readParams = compileParameters(operation.parameters.path, "path", compile);
  const readQuery = compileParameters(operation.parameters.query, "query", compile);
  const readHeaders = compileParameters(operation.parameters.header, "header", compile);
  const headerNames = operation.parameters.header.map(({ name }) => name);
  const { body: expected } = operation;
  const validateBody = expected && compile(expected.schema);
  const feedBody = compileInput(expected?.schema ?? {});
  return (request) => {
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

function pickHeaders(sent: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const given = names.filter((name) => sent[name.toLowerCase()] !== undefined);
  return Object.fromEntries(given.map((name) => [name, sent[name.toLowerCase()]]));
}

/** One Ajv, made when the first schema needs it, that learns the extensions of each schema before compiling it. */
function createCompiler(allErrors: boolean): (schema: Schema) => ValidateFunction {
  let ajv: Ajv2020 | undefined;
  const extensions = new Set<string>();
  return (schema) => {
    ajv ??= createAjv(allErrors);
    for (const keyword of findExtensions(schema)) {
      if (!extensions.has(keyword)) ajv.addKeyword(keyword);
      extensions.add(keyword);
    }
    return ajv.compile(schema);
  };
}

function createAjv(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // `required` beside `oneOf` names properties that the schema around it defines, which this rule forbids.
    strictRequired: false,
    allowUnionTypes: true,
    allErrors,
    // explainErrors speaks of the value and of the schema around the failed keyword.
    verbose: true,
    // The parser has validated the document; compiling the meta-schema would cost 50 ms of every start.
    validateSchema: false,
    // Strict violations throw; the rest is of no use to those who run a sandbox.
    logger: false,
  });
  ajvFormats.default(ajv);
  return ajv.addVocabulary(["example", "xml", "externalDocs", "discriminator"]);
}

/** Strict mode refuses keywords that it does not know; those that begin with `x-` are annotations. */
function findExtensions(schema: Schema): ReadonlySet<string> {
  const found = new Set<string>();
  const pending: unknown[] = [schema];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const [key, value] of Object.entries(next)) {
      pending.push(value);
      if (key.startsWith("x-")) found.add(key);
    }
  }
  return found;
}
