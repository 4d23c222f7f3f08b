/**
 * Generates from openapi/*.yaml: the validated document as JSON, the same dereferenced, TypeScript types, the names of
 * secrets and events, and the JSON Schemas of fixture and preset files; TypeScript types from the JSON Schema of scenarios;
 * and JSON files of the shipped fixtures and presets. The result is committed. `--check` writes nothing and exits 1 if it is stale.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import openapiTS, { astToString, type OpenAPITSOptions } from "openapi-typescript";
import type { OpenAPIObject } from "openapi3-ts/oas31";
import { parse } from "yaml";
import { defaultSettings } from "../src/domain/settings.ts";
import { buildDocument, DOCUMENT_NAMES, type DocumentName } from "../src/spec/document.ts";
import { listCommonResponses, listNotifications, listOperations } from "../src/spec/operations.ts";
import type { DereferencedDocument } from "../src/spec/schema.ts";
import { createValidatorCompiler } from "../src/spec/validator.ts";
import { fileSchema, fixtureSchema } from "./fixture-schema.ts";
import { withNamedTypes } from "./named-types.ts";

const root = new URL("../", import.meta.url);
const generated = "src/spec/generated/";

async function build(name: DocumentName): Promise<ReadonlyMap<string, string>> {
  const yaml: OpenAPIObject = parse(readFileSync(new URL(`openapi/${name}.yaml`, root), "utf8"));
  const { source, dereferenced } = await buildDocument(yaml);
  compileEverything(dereferenced);
  const files: [string, string][] = [
    [`${generated}${name}.json`, `${JSON.stringify(source, null, 2)}\n`],
    // Read at every start and by no person, so without spaces.
    [`${generated}${name}.dereferenced.json`, `${JSON.stringify(dereferenced)}\n`],
    [`${generated}${name}-api.ts`, typesModule(`openapi/${name}.yaml`, withNamedTypes(await toTypes(source)))],
  ];
  if (name === "control") {
    files.push(["fixtures/world.schema.json", jsonText(fixtureSchema(source, defaultSettings))]);
    files.push(["fixtures/preset.schema.json", jsonText(fileSchema(source, "Preset"))]);
  }
  return new Map(files);
}

/** The start compiles validators at first use, so what cannot be compiled must not get as far. */
function compileEverything(document: DereferencedDocument): void {
  const compiler = createValidatorCompiler("now");
  for (const operation of listOperations(document)) compiler.compileRequestValidator(operation);
  listCommonResponses(document);
  listNotifications(document);
}

function toTypes(document: object, options: OpenAPITSOptions = {}): ReturnType<typeof openapiTS> {
  return openapiTS(JSON.stringify(document), { emptyObjectsUnknown: true, ...options });
}

function typesModule(file: string, types: Parameters<typeof astToString>[0]): string {
  return `// Generated from ${file} by scripts/build-specs.ts. Do not edit.\n\n${astToString(types)}`;
}

/** The types of scenario files; the code looks at none of the names that begin with x-. */
async function scenarioTypes(): Promise<ReadonlyMap<string, string>> {
  const file = "fixtures/scenario.schema.json";
  const text = readFileSync(new URL(file, root), "utf8").replaceAll('"#/$defs/', '"#/components/schemas/');
  const withoutPatterns = (key: string, value: unknown) => (key === "patternProperties" ? undefined : value);
  const { $schema: _, $defs, ...scenario } = JSON.parse(text, withoutPatterns);
  const document = { openapi: "3.1.0", info: { title: "", version: "" }, paths: {} };
  const components = { schemas: { scenario, ...$defs } };
  const types = await toTypes({ ...document, components }, { immutable: true, defaultNonNullable: false });
  return new Map([[`${generated}scenario.ts`, typesModule(file, types)]]);
}

/** The YAML files of a folder by name, so that a start needs no parser of YAML. */
function shipped(folder: string, name: string): ReadonlyMap<string, string> {
  const files = globSync(`${folder}/*.yaml`, { cwd: root }).sort();
  const parsed = files.map((file) => [basename(file, ".yaml"), parse(readFileSync(new URL(file, root), "utf8"))]);
  return new Map([[`${generated}${name}.json`, jsonText(Object.fromEntries(parsed))]]);
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The names of what the documents mark with `x-secret`: of properties, parameters, headers and security schemes. */
function* secretNamesIn(value: unknown, key = ""): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  if ("x-secret" in value) yield "in" in value && "name" in value ? String(value.name) : key;
  for (const [name, child] of Object.entries(value)) yield* secretNamesIn(child, name);
}

function secretNamesModule(): string {
  const documents = DOCUMENT_NAMES.map((name) => parse(readFileSync(new URL(`openapi/${name}.yaml`, root), "utf8")));
  const names = [...new Set(documents.flatMap((document) => [...secretNamesIn(document)]))].sort();
  return [
    "// Generated from openapi/*.yaml by scripts/build-specs.ts. Do not edit.",
    "",
    "/** The names of what the documents mark with `x-secret`. */",
    `export const secretNames: readonly string[] = ${JSON.stringify(names)};`,
    "",
  ].join("\n");
}

/** A reserved event can be selected, but nothing fires it, so the document has no example of it. */
function eventNamesModule(): string {
  const { webhooks, components } = parse(readFileSync(new URL("openapi/interface.yaml", root), "utf8"));
  const { schema } = components.responses.WebhookEventsListed.content["application/json"];
  const selectable: readonly string[] = schema.allOf[1].properties.data.items.enum;
  const fired = selectable.filter((name) => webhooks[name].post.requestBody.content["application/json"].examples);
  return [
    "// Generated from openapi/interface.yaml by scripts/build-specs.ts. Do not edit.",
    "",
    "/** The events that a webhook can select, as `GET /webhook/events` lists them. */",
    `export const selectableEvents = ${JSON.stringify(selectable)} as const;`,
    "",
    "/** Those of them that are not reserved. */",
    `export const firedEvents = ${JSON.stringify(fired)} as const;`,
    "",
  ].join("\n");
}

function isStale(file: URL, text: string): boolean {
  return !existsSync(file) || readFileSync(file, "utf8") !== text;
}

const checkOnly = process.argv.includes("--check");
const stale: string[] = [];
const built = [
  ...(await Promise.all(DOCUMENT_NAMES.map(build))),
  await scenarioTypes(),
  shipped("fixtures/worlds", "shipped-fixtures"),
  shipped("fixtures/presets", "shipped-presets"),
];
const files: readonly (readonly [string, string])[] = [
  ...built.flatMap((each) => [...each]),
  [`${generated}secret-names.ts`, secretNamesModule()],
  [`${generated}event-names.ts`, eventNamesModule()],
];
for (const [file, text] of files) {
  const target = new URL(file, root);
  if (!isStale(target, text)) continue;
  stale.push(file);
  if (checkOnly) continue;
  mkdirSync(new URL(".", target), { recursive: true });
  writeFileSync(target, text);
}
if (checkOnly && stale.length > 0) {
  console.error(
    `Stale, run \`node scripts/build-specs.ts\` and commit:\n${stale.map((file) => `  ${file}`).join("\n")}`,
  );
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? "The generated specs are up to date." : `Written: ${stale.join(", ")}`);
}
