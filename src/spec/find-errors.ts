import { createRequire } from "node:module";
import type { ErrorObject, Format, ValidateFunction } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { readInstant } from "./given-instant.ts";
import { hasMoreParts } from "./has-more-parts.ts";

// Loaded for the first value that is checked: most of a start would be spent on it, and a read needs no check.
const require = createRequire(import.meta.url);

/** A value of at most this many parts is searched for all its problems, a larger one for the first. */
const MAX_PARTS_FOR_ALL_PROBLEMS = 1_000;

/** Returns what is wrong with a value: all errors of a small one, the first error of a large one. */
export type FindErrors = (value: unknown) => readonly ErrorObject[];

/** When schemas are compiled, which takes about 2 ms each. */
export type CompileTime = "now" | "first-use";

type Formats = Readonly<Record<string, Format>>;

/**
 * Returns a compiler of schemas: JSON Schema 2020-12, strict, without coercion. It throws when a schema is wrong, or the
 * check does so at its first use. Errors are made with `verbose`.
 *
 * A schema is compiled for the first error, and for all errors only when a value has one: with `allErrors` a hostile body
 * of 256 KiB can cause 100,000 error objects.
 */
export function schemaCompiler(when: CompileTime, formats: Formats = {}): (schema: () => object) => FindErrors {
  const compileForFirst = createCompiler(false, formats);
  const compileForAll = createCompiler(true, formats);
  return (schema) => {
    let first = when === "now" ? compileForFirst(schema()) : undefined;
    let all: ValidateFunction | undefined;
    return (value) => {
      first ??= compileForFirst(schema());
      if (first(value)) return [];
      if (hasMoreParts(value, MAX_PARTS_FOR_ALL_PROBLEMS)) return first.errors ?? [];
      all ??= compileForAll(schema());
      all(value);
      return all.errors ?? [];
    };
  };
}

/** Returns the compiler of one Ajv, which is made for the first schema and learns the extensions of each. */
function createCompiler(allErrors: boolean, formats: Formats): (schema: object) => ValidateFunction {
  let ajv: Ajv2020 | undefined;
  const extensions = new Set<string>();
  return (schema) => {
    ajv ??= createAjv(allErrors, formats);
    // Strict mode refuses keywords that it does not know; those that begin with `x-` are annotations.
    for (const [keyword] of JSON.stringify(schema).matchAll(/(?<=")x-[^"\\]*(?=":)/g)) {
      if (!extensions.has(keyword)) ajv.addKeyword(keyword);
      extensions.add(keyword);
    }
    return ajv.compile(schema);
  };
}

function createAjv(allErrors: boolean, formats: Formats): Ajv2020 {
  const { Ajv2020 }: typeof import("ajv/dist/2020.js") = require("ajv/dist/2020.js");
  const { default: addFormats }: typeof import("ajv-formats") = require("ajv-formats");
  const ajv = new Ajv2020({
    strict: true,
    // `required` beside `oneOf` names properties that the schema around it defines, which this rule forbids.
    strictRequired: false,
    allowUnionTypes: true,
    // `^x-` allows every extension, also those that `properties` describes: look-ahead is not in every dialect.
    allowMatchingProperties: true,
    allErrors,
    // explainErrors speaks of the value and of the schema around the failed keyword.
    verbose: true,
    // The schemas are tested or come from a validated document; compiling the meta-schema takes 50 ms.
    validateSchema: false,
    // Strict violations throw; the other messages do not help users of a sandbox.
    logger: false,
  });
  addFormats.default(ajv);
  // The library's own takes seconds of 60, spaces and offsets of many forms, and the code could not read them all.
  ajv.addFormat("date-time", (text: string) => readInstant(text) !== null);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv.addVocabulary(["example", "xml", "externalDocs", "discriminator"]);
}
