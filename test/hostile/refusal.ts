import { expect } from "vitest";
import type { DocumentName } from "../../src/spec/document.ts";
import { createValidatorCompiler, type ValidateValue } from "../../src/spec/validator.ts";
import type { WireAnswer } from "./connection.ts";
import { askedOperations, commonResponses } from "./documents.ts";

/** Expects the error that a document has for `status`, whole and without a word about the code behind it. */
export function expectRefusal(document: DocumentName, received: WireAnswer, status: number, code: string): void {
  const { headers, text } = received;
  expect(`${received.status} ${text.slice(0, 300)}`).toMatch(new RegExp(`^${status} `));
  const body: unknown = JSON.parse(text);
  const content = document === "interface" ? "application/json" : "application/problem+json";
  expect(headers["content-type"]?.split(";")[0]).toBe(content);
  if (document === "interface") {
    expect(body).toEqual({ status, message: aSentence, data: expect.objectContaining({ code }) });
  } else {
    const type = `urn:saldo:problem:${code.toLowerCase().replaceAll("_", "-")}`;
    expect(body).toMatchObject({ type, title: aSentence, status, detail: aSentence, code });
  }
  expect(describedBy(document, status, code)(body, "body")).toEqual([]);
  expectDiscreet(text);
}

/** Expects 400 with at least one problem that says where it is and what it is. */
export function expectMalformed(document: DocumentName, received: WireAnswer): void {
  expectRefusal(document, received, 400, "REQUEST_MALFORMED");
  const body = JSON.parse(received.text);
  const problems: unknown = document === "interface" ? body.data.problems : body.problems;
  expect(problems).toEqual(expect.arrayContaining([{ at: expect.stringMatching(/./), message: aSentence }]));
}

/** No answer shows how the server is built. */
export function expectDiscreet(text: string): void {
  expect(text).not.toMatch(/node_modules|node:internal|\bat .+:\d+:\d+|\.[tj]s:\d+|(Type|Range|Syntax)Error|FST_|ajv/i);
}

const aSentence = expect.stringMatching(/^.{8,}/s);

const validators = new Map<string, ValidateValue>();
const { compileValidator } = createValidatorCompiler();

/** The schema that the document has for an outcome's response, wherever it stands. */
function describedBy(document: DocumentName, status: number, code: string): ValidateValue {
  const key = `${document} ${status} ${code}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const outcome = code.toLowerCase().replaceAll("_", "-");
  const own = askedOperations.flatMap((asked) => (asked.document === document ? asked.operation.responses : []));
  const found = [...commonResponses[document], ...own].find(
    (response) => response.status === status && response.outcomes.includes(outcome),
  );
  if (!found?.schema) throw new Error(`the document has no response ${key}`);
  const validate = compileValidator(found.schema);
  validators.set(key, validate);
  return validate;
}
