import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { Answer } from "../../src/client/answer.ts";
import { isRow, type Row } from "./json-reading.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
const compiled = new Map<Row, ValidateFunction>();

const interfaceDocument = readDocument("interface");
/** The longest prefix first; the interface answers at the root and again under `v1`. */
const mounts = [
  { prefix: "/sandbox", document: readDocument("control") },
  { prefix: "/v1", document: interfaceDocument },
  { prefix: "", document: interfaceDocument },
];

/** Throws unless the answer is one that the document describes for the operation: its status, media type and body. */
export function assertDescribed(method: string, path: string, answer: Answer): void {
  const response = describedResponse(method, path.replace(/\?.*/, ""), String(answer.status));
  const where = `${method} ${path} ${answer.status}`;
  const [mediaType, content] = Object.entries(member(response, "content") ?? {})[0] ?? [];
  if (mediaType === undefined) {
    if (answer.body !== null) throw new Error(`${where} must have no body: ${JSON.stringify(answer.body)}`);
    return;
  }
  const sent = answer.headers.get("content-type")?.split(";")[0];
  if (sent !== mediaType) throw new Error(`${where} is ${sent} and must be ${mediaType}`);
  assertValid(where, member(content, "schema") ?? {}, answer.body);
}

/** Throws unless the text is what the document's `webhooks` section says that receivers of this event get. */
export function assertNotification(event: string, body: unknown): void {
  const path = ["webhooks", event, "post", "requestBody", "content", "application/json", "schema"];
  const schema = path.reduce<Row | undefined>(member, interfaceDocument);
  if (schema === undefined) throw new Error(`the document describes no notification ${event}`);
  assertValid(event, schema, body);
}

function describedResponse(method: string, path: string, status: string): Row {
  const mount = mounts.find(({ prefix }) => path.startsWith(`${prefix}/`));
  const document = mount?.document ?? interfaceDocument;
  const local = path.slice(mount?.prefix.length ?? 0);
  const item = Object.entries(member(document, "paths") ?? {})
    // A path without parameters comes before one that has some.
    .sort(([a], [b]) => a.split("{").length - b.split("{").length)
    .find(([template]) => new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(local))?.[1];
  const operation = member(item, method.toLowerCase());
  const response = member(member(operation, "responses"), status) ?? member(member(document, "x-responses"), status);
  if (response === undefined) throw new Error(`${method} ${path} answers ${status}, which no document describes`);
  return response;
}

function assertValid(where: string, schema: Row, body: unknown): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(body)) return;
  const problems = ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: "body" });
  throw new Error(`${where} is not as described: ${problems}; it is ${JSON.stringify(body).slice(0, 2000)}`);
}

function member(value: unknown, name: string): Row | undefined {
  const found = isRow(value) ? value[name] : undefined;
  return isRow(found) ? found : undefined;
}

function readDocument(name: string): Row {
  const file = new URL(`../../src/spec/generated/${name}.dereferenced.json`, import.meta.url);
  const document: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!isRow(document)) throw new Error(`${name} is no document`);
  return document;
}
