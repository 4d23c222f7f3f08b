import { readFileSync } from "node:fs";
import type { OpenAPIObject } from "openapi3-ts/oas31";
import { codeFile } from "../code-file.ts";
import type { Overlay, OverlayChange } from "./overlay.ts";
import type { DereferencedDocument } from "./schema.ts";
import { SpecError } from "./spec-error.ts";

export const DOCUMENT_NAMES = ["interface", "control"] as const;

export type DocumentName = (typeof DOCUMENT_NAMES)[number];

/** An OpenAPI 3.1 document, valid. */
export interface SpecDocument {
  /** With its `$ref`s, as served at `/openapi.json`. */
  readonly source: OpenAPIObject;
  /** Every `$ref` replaced by what it names: what the code reads. */
  readonly dereferenced: DereferencedDocument;
}

export interface OverlaidDocument extends SpecDocument {
  /** One for each action of the overlay that matched nothing. */
  readonly warnings: readonly string[];
  readonly changes: readonly OverlayChange[];
}

/** Reads a document that `scripts/build-specs.ts` has validated and dereferenced, so that startup reads one JSON file. Each is read once. */
export function loadDocument(name: DocumentName): SpecDocument {
  const document = loaded.get(name) ?? readDocument(name);
  loaded.set(name, document);
  return document;
}

const loaded = new Map<DocumentName, SpecDocument>();

function readDocument(name: DocumentName): SpecDocument {
  let source: OpenAPIObject | undefined;
  return {
    // Most sandboxes are never asked for their document.
    get source() {
      source ??= readSource(name);
      return source;
    },
    dereferenced: JSON.parse(readGenerated(`${name}.dereferenced.json`)),
  };
}

/**
 * The document as an overlay changes it, validated and dereferenced anew.
 * @throws OverlayError when the overlay does not fit the document, SpecError when the result is no valid document.
 */
export async function documentWithOverlay(name: DocumentName, overlay: Overlay): Promise<OverlaidDocument> {
  // Most sandboxes have no overlay and need not wait for JSONPath.
  const { applyOverlay } = await import("./overlay.ts");
  const { document, warnings, changes } = applyOverlay(readSource(name), overlay);
  try {
    // A reader of the sandbox's document sees that it is not Saldo's own.
    return { ...(await buildDocument({ ...document, "x-overlay": overlay.title })), warnings, changes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SpecError(`openapi/${name}.yaml with the overlay "${overlay.title}" is not valid: ${reason}`);
  }
}

/**
 * Validates and dereferences a document; it must be self-contained and without cycles. The argument is not changed.
 * @throws Error of the parser, with what is wrong.
 */
export async function buildDocument(source: OpenAPIObject): Promise<SpecDocument> {
  // Only a build and an overlay need the parser, and loading it takes longer than the rest of the startup.
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  // The parser has its own types for the same documents.
  const parser: { validate(api: string | object, options: object): Promise<unknown> } = SwaggerParser;
  // A description beside a reference says more than that of what it names.
  const options = {
    resolve: { external: false },
    dereference: { circular: false, preservedProperties: ["description"] },
  };
  const dereferenced = await parser.validate(structuredClone(source), options);
  return { source, dereferenced: asRead(dereferenced) };
}

/**
 * Refuses references that are left: those to other files are not followed, as an overlay must not reach out. The
 * content of an `x-opaque` schema is checked by the operation's handler, so the validator of requests sees any object.
 */
function asRead(document: unknown): DereferencedDocument {
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") throw new Error(`"${value}" does not lead into the document`);
    return typeof value === "object" && value !== null && "x-opaque" in value ? { type: "object" } : value;
  });
  // Parsed again, so that no two places share an object and a document built now equals one read from its file.
  return JSON.parse(text);
}

function readSource(name: DocumentName): OpenAPIObject {
  return JSON.parse(readGenerated(`${name}.json`));
}

function readGenerated(file: string): string {
  return readFileSync(codeFile(`src/spec/generated/${file}`), "utf8");
}
