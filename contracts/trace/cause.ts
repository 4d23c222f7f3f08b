import type { Description } from "../judge/description.ts";
import { shapeOf } from "../judge/shape.ts";
import { callsIn } from "./find.ts";
import { type Call, isSuccess, type Response, type TraceEntry, wasRejected } from "./trace.ts";

/**
 * Who gave a call its answer: the network or a gateway (`transport`), a limit of requests (`rate`), whatever answers at
 * unknown paths (`path`), or the check of what the key may do (`key`). Only what the `operation` itself says speaks for or
 * against a clause.
 */
export type Cause = "operation" | "transport" | "rate" | "path" | "key";
export type CauseOf = (call: Call) => Cause;

/** What two answers have in common that say the same: status, names, constants, and texts without what is counted. */
export function signOf({ status, json, text }: Pick<Response, "status" | "json" | "text">): string {
  const plain = text.slice(0, 300).replaceAll(/[\da-f-]*\d[\da-f-]*/gi, "#");
  const said = json === undefined ? plain : shapeOf(json, /^[A-Za-z][A-Za-z_.:/-]*$/);
  return `${status} ${said}`;
}

/** A gateway says so that the target cannot be reached, is busy, or has failed; 501 is said of a method. */
export function isTrouble(status: number): boolean {
  return status >= 500 && status !== 501;
}

/** With these, 429 may also mean that a code was tried, or asked for, too often. */
const countsTries = ["confirmWithdrawal", "resendOtp"];

/** Whether 429 can say nothing but that there were too many requests. */
export function isPlainLimit(operationId: string | undefined, description: Description): boolean {
  if (operationId === undefined) return true;
  if (countsTries.includes(operationId)) return false;
  return !description.operation(operationId).responses.some(({ status }) => status === 429);
}

/** Reads from a whole trace, for it takes other answers to know whose one is. */
export function causesIn(trace: readonly TraceEntry[], description: Description): CauseOf {
  const calls = callsIn(trace);
  const limits = signsOf(calls.filter((call) => isPlainLimit(call.operationId, description) && hasStatus(call, 429)));
  const nowhere = signsOf(calls.filter((call) => call.operationId === undefined && wasRejected(call)));
  const isLimited = (response: Response) => response.status === 429 && limits.has(signOf(response));
  const missing = missingIn(calls, nowhere, isLimited);
  const powerless = new Set([...powerlessIn(calls), ...lockedIn(calls)]);
  const crashing = crashingIn(calls);
  return (call) => {
    const { response } = call;
    if (response?.status === 500 && crashing.has(kindOf(call))) return "operation";
    if (response === undefined || isTrouble(response.status)) return isPutOff(call) ? "rate" : "transport";
    if (isLimited(response)) return "rate";
    if (missing.has(placeOf(call)) && wasRejected(call)) return "path";
    return call.credential === "own" && wasRejected(call) && powerless.has(`${call.account} ${signOf(response)}`)
      ? "key"
      : "operation";
  };
}

/** A 503 of a gateway does not tell whether it passed on a request that changes something. */
function isPutOff({ request, response }: Call): boolean {
  return request.method === "GET" && response?.status === 503 && response.headers["retry-after"] !== undefined;
}

/** Places of operations of which every answer is as at an unknown path. A version that is only tried may not be there. */
function missingIn(
  calls: readonly Call[],
  nowhere: ReadonlySet<string>,
  isLimited: (response: Response) => boolean,
): ReadonlySet<string> {
  const asked = calls.filter(({ operationId, credential }) => operationId !== undefined && credential === "own");
  const answered = asked.filter(
    ({ response }) => response !== undefined && !isTrouble(response.status) && !isLimited(response),
  );
  const isNowhere = ({ request, response }: Call) =>
    response !== undefined &&
    ([404, 405, 501].includes(response.status) ||
      nowhere.has(signOf(response)) ||
      (request.isTried === true && [401, 403].includes(response.status)));
  const places = Map.groupBy(answered, placeOf);
  return new Set([...places].flatMap(([place, own]) => (own.every(isNowhere) ? [place] : [])));
}

function placeOf({ operationId, request }: Call): string {
  return [operationId, request.isTried === true ? request.path : ""].join(" ");
}

/** Requests that fail each time they are made: it is not the network that is in trouble. */
function crashingIn(calls: readonly Call[]): ReadonlySet<string> {
  const kinds = Map.groupBy(calls, kindOf);
  return new Set([...kinds].flatMap(([kind, own]) => (own.every((call) => hasStatus(call, 500)) ? [kind] : [])));
}

function kindOf({ operationId, credential, request }: Call): string {
  return JSON.stringify([operationId, credential, request.method, Object.keys(request.members).toSorted()]);
}

const changing = ["initiateWithdrawal", "confirmWithdrawal", "resendOtp", "cancelWithdrawal", "createWebhook"];

/** Accounts with the answer that each request got which would change something: their keys may only read. */
function powerlessIn(calls: readonly Call[]): ReadonlySet<string> {
  const own = calls.filter(
    ({ operationId = "", credential }) => credential === "own" && changing.includes(operationId),
  );
  const accounts = Map.groupBy(
    own.filter(({ response }) => response !== undefined && response.status < 500 && response.status !== 429),
    ({ account }) => account,
  );
  return new Set(
    [...accounts].flatMap(([account, all]) => {
      const signs = signsOf(all);
      const isAll = new Set(all.map(({ operationId }) => operationId)).size > 1 && signs.size === 1;
      const isRefused = all.every((call) => !isSuccess(call) && [401, 403, 405].includes(call.response?.status ?? 0));
      return isAll && isRefused ? [...signs].map((sign) => `${account} ${sign}`) : [];
    }),
  );
}

/** The same of accounts that were refused what they could read before: a target locks out who tries many keys. */
function lockedIn(calls: readonly Call[]): readonly string[] {
  const own = calls.filter(({ operationId, credential }) => credential === "own" && operationId === "getBalance");
  const refused = own.filter((call) => hasStatus(call, 401) || hasStatus(call, 403));
  const locked = refused.filter(({ account }) => own.some((one) => one.account === account && isSuccess(one)));
  return locked.flatMap(({ account, response }) => (response === undefined ? [] : [`${account} ${signOf(response)}`]));
}

function hasStatus({ response }: Call, status: number): boolean {
  return response?.status === status;
}

function signsOf(calls: readonly Call[]): ReadonlySet<string> {
  return new Set(calls.flatMap(({ response }) => (response === undefined ? [] : [signOf(response)])));
}
