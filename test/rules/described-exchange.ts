import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { Answer } from "../../src/client/answer.ts";
import { loadDocument } from "../../src/spec/document.ts";
import type { ResponseSpec } from "../../src/spec/operations.ts";
import { askedOperations, at, commonResponses } from "../hostile/documents.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);
const compiled = new Map<object, ValidateFunction>();

/** Throws unless the answer is one that the document describes for the operation: its status, media type and body. */
export function assertDescribed(method: string, path: string, answer: Answer): void {
  const { contentType, schema } = describedResponse(method, path.replace(/\?.*/, ""), answer.status);
  const where = `${method} ${path} ${answer.status}`;
  if (contentType === null) {
    if (answer.body !== null) throw new Error(`${where} must have no body: ${JSON.stringify(answer.body)}`);
    return;
  }
  const sent = answer.headers.get("content-type")?.split(";")[0];
  if (sent !== contentType) throw new Error(`${where} is ${sent} and must be ${contentType}`);
  assertValid(where, schema ?? {}, answer.body);
}

/** Throws unless the text is what the document's `webhooks` section says that receivers of this event get. */
export function assertNotification(event: string, body: unknown): void {
  const path = ["webhooks", event, "post", "requestBody", "content", "application/json", "schema"];
  const schema = at(loadDocument("interface").dereferenced, path);
  if (typeof schema !== "object" || schema === null) throw new Error(`the document describes no notification ${event}`);
  assertValid(event, schema, body);
}

function describedResponse(method: string, path: string, status: number): ResponseSpec {
  const document = path.startsWith("/sandbox/") ? "control" : "interface";
  const asked = path.replace(/^\/v1(?=\/)/, "").replace(/^\/sandbox(?=\/)/, "");
  const operation = askedOperations
    .filter((one) => one.document === document && one.operation.method === method)
    .map((one) => one.operation)
    // A path without parameters comes before one that has some.
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length)
    .find((one) => new RegExp(`^${one.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(asked));
  const responses = [...(operation?.responses ?? []), ...commonResponses[document]];
  const response = responses.find((one) => one.status === status);
  if (response === undefined) throw new Error(`${method} ${path} answers ${status}, which no document describes`);
  return response;
}

function assertValid(where: string, schema: object, body: unknown): void {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(body)) return;
  const problems = ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: "body" });
  throw new Error(`${where} is not as described: ${problems}; it is ${JSON.stringify(body).slice(0, 2000)}`);
}
