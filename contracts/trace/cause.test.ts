import { expect, test } from "vitest";
import { parseJson } from "../judge/json.ts";
import { description } from "../judge/testing/described.ts";
import { type Cause, causesIn } from "./cause.ts";
import type { Call } from "./trace.ts";

function call(
  operationId: string | undefined,
  status: number,
  text: string,
  request: Partial<Call["request"]> = {},
): Call {
  return {
    kind: "call",
    story: "a story",
    account: "own",
    credential: "own",
    operationId,
    request: { method: operationId === "getBalance" ? "GET" : "POST", path: "/", members: {}, ...request },
    askedAt: 1,
    answeredAt: 2,
    response: status === 0 ? undefined : { status, headers: {}, text, json: parseJson(text) },
  };
}

const nowhere = call(undefined, 403, "no such route (req 7f3a)\n");
const devagar = '{"erro":"devagar"}';
const blocked = '{"erro":"codigo_bloqueado"}';
const lockedOut = "IP bloqueado";
const readOnly = '{"erro":"chave somente leitura"}';

const putOff = (operationId: string) => {
  const own = call(operationId, 503, "");
  return { ...own, response: { status: 503, headers: { "retry-after": "1" }, text: "", json: undefined } };
};

test.each<[string, Cause, readonly Call[]]>([
  ["no answer is the network's", "transport", [call("cancelWithdrawal", 0, "")]],
  ["a gateway that is in trouble speaks for itself", "transport", [call("cancelWithdrawal", 502, "<html>")]],
  [
    "what is refused as the balance is that could be read before",
    "key",
    [call("confirmWithdrawal", 403, lockedOut), call("getBalance", 200, "{}"), call("getBalance", 403, lockedOut)],
  ],
  ["a reading that is put off", "rate", [putOff("getBalance")]],
  ["a gateway that puts off what it may have passed on", "transport", [putOff("resendOtp")]],
  [
    "what fails once is in trouble",
    "transport",
    [
      call("cancelWithdrawal", 500, "", { members: { withdrawId: "1" } }),
      call("cancelWithdrawal", 200, "{}", { members: { withdrawId: "2" } }),
    ],
  ],
  [
    "what fails each time does so itself",
    "operation",
    [call("confirmWithdrawal", 500, ""), call("confirmWithdrawal", 500, "")],
  ],
  [
    "a path that is only tried and is not there, also where there were too many requests before",
    "path",
    [
      call("initiateWithdrawal", 405, '{"erro":"rota"}', { path: "/v1/withdraw", isTried: true }),
      call("initiateWithdrawal", 429, devagar, { path: "/v1/withdraw", isTried: true }),
      call("getBalance", 429, devagar),
    ],
  ],
  [
    "too many requests, as a reading gets it",
    "rate",
    [call("confirmWithdrawal", 429, devagar), call("getBalance", 429, devagar)],
  ],
  [
    "a code that was tried too often",
    "operation",
    [call("confirmWithdrawal", 429, blocked), call("getBalance", 429, devagar)],
  ],
  [
    "an answer as at an unknown path",
    "path",
    [call("initiateWithdrawal", 403, "no such route (req 91c0)\n", { path: "/v1", isTried: true }), nowhere],
  ],
  [
    "a rejection that looks the same, of what is there",
    "operation",
    [call("initiateWithdrawal", 403, nowhere.response?.text ?? ""), call("initiateWithdrawal", 201, "{}"), nowhere],
  ],
  [
    "a key that may only read",
    "key",
    [call("initiateWithdrawal", 403, readOnly), call("createWebhook", 403, readOnly)],
  ],
  [
    "a webhook that no key may create",
    "operation",
    [call("createWebhook", 403, readOnly), call("initiateWithdrawal", 201, "{}")],
  ],
])("%s", (_, cause, calls) => {
  const [first = nowhere] = calls;
  expect(causesIn(calls, description)(first)).toBe(cause);
});
