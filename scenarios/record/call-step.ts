import { UserError } from "../../src/cli/user-error.ts";
import { redacted } from "../../src/report/secret-names.ts";
import { loadDocument } from "../../src/spec/document.ts";
import { listOperations } from "../../src/spec/operations.ts";
import type { Criterion, GivenParameter } from "../document.ts";
import { actingFor, type DraftStep, type RecordedCall } from "./draft.ts";

const ID = /^[a-z]{3}_[0-9a-f]{24}$/;

/**
 * Returns the steps that make a call of the interface again: the call, and before it the look into the mailbox for the
 * code that it brings. Returns a sentence about a call that cannot be made again and did nothing. Throws `UserError` for
 * one that did something.
 */
export function stepsOfCall(call: RecordedCall, own: string): readonly DraftStep[] | string {
  const { operationId, method, path, requestBody, status, fault, durationMs, companyId } = call;
  const shown = `${method} ${path}`;
  const operation = listOperations(loadDocument("interface").dereferenced).find(
    (one) => one.operationId === operationId,
  );
  if (operation === undefined) return `${shown}: the interface has no such operation`;
  if (typeof requestBody === "string") {
    const why = `${shown}: the journal does not show its body ${requestBody.replace(/\).*$/s, ")")}`;
    if (status === null || status < 400) throw new UserError(`${why}, so the call cannot be recorded`);
    return why;
  }
  if (status === null && fault === null && durationMs !== null)
    return `${shown}: its client went away before the answer`;
  // The journal keeps the beginning of a long path, and a note before it. No generated id is that long.
  if (path.startsWith("(")) return `${shown}: the journal does not show its whole path`;
  const acting = actingFor(companyId, own);
  const [bare = "", query = ""] = path.split("?");
  const isKnown = ({ name }: GivenParameter) => operation.parameters.query.some((one) => one.name === name);
  if (status !== null && status >= 400 && !queryValues(query).every(isKnown))
    return `${shown}: the interface has no such parameter`;
  const parameters = [...pathValues(operation.path, bare), ...queryValues(query).filter(isKnown), ...acting];
  const step: DraftStep = {
    operation: ["interface", operation.operationId],
    parameters,
    ...(requestBody !== null && { payload: Object(withCode(requestBody, call)) }),
    ...(status === null ? { isLost: true } : { criteria: criteriaOf(call) }),
    shows: idsIn(call.responseBody),
  };
  return needsCode(call) ? [codeStep(call, acting), step] : [step];
}

/** Whether it brought the right code. The journal hides which one it brought, but not what came of it. */
function needsCode({ requestBody, outcome }: RecordedCall): boolean {
  return Object(requestBody).otpCode === redacted && outcome !== "otp-incorrect";
}

/** A wrong code is always this one. It could be the right one by chance; playing the scenario once shows that. */
const WRONG_CODE = "000000";

function withCode(body: unknown, call: RecordedCall): unknown {
  if (Object(body).otpCode !== redacted) return body;
  return { ...Object(body), otpCode: needsCode(call) ? CODE : WRONG_CODE };
}

/** Stands for the code in the step after the look into the mailbox. */
const CODE = "\u0000code";

function codeStep({ requestBody }: RecordedCall, acting: readonly GivenParameter[]): DraftStep {
  const withdrawId = { name: "withdrawId", in: "query", value: Object(requestBody).withdrawId } as const;
  return {
    operation: ["control", "listInbox"],
    parameters: [withdrawId, ...acting],
    shows: new Map([[CODE, "/messages/0/otpCode"]]),
  };
}

function pathValues(template: string, path: string): readonly GivenParameter[] {
  const values = path.split("/");
  return template.split("/").flatMap((part, index) => {
    const [, name] = /^\{(.*)\}$/.exec(part) ?? [];
    return name === undefined ? [] : [{ name, in: "path", value: decodeURIComponent(values[index] ?? "") }];
  });
}

function queryValues(query: string): readonly GivenParameter[] {
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, in: "query", value }));
}

/** The status, and the amounts and states beside it: what is not an id, a date or a sentence. */
function criteriaOf({ operationId, status, responseBody }: RecordedCall): readonly Criterion[] {
  // What a test of a webhook says depends on the receiver.
  const data = operationId === "testWebhook" ? {} : Object(Object(responseBody).data);
  const told = Object.entries(data).flatMap(([name, value]) => {
    if (!/^[\w-]+$/.test(name)) return [];
    if (typeof value === "string" && /^[A-Z][A-Z_]*$/.test(value)) return [[name, `'${value}'`]];
    return Number.isSafeInteger(value) ? [[name, String(value)]] : [];
  });
  return [
    { condition: `$statusCode == ${status}` },
    ...told.map(([name, value]) => ({ condition: `$response.body#/data/${name} == ${value}` })),
  ];
}

/** Returns where a body has ids. */
function idsIn(body: unknown, pointer = "", found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (typeof body === "string" && ID.test(body) && !found.has(body)) found.set(body, pointer);
  if (typeof body === "object" && body !== null)
    for (const [name, value] of Object.entries(body)) idsIn(value, `${pointer}/${name}`, found);
  return found;
}
