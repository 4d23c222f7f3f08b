import type { Description } from "../judge/description.ts";
import { isObject, type JsonObject, parseJson } from "../judge/json.ts";
import type { Seen } from "../model/seen.ts";
import { callsOf } from "../trace/find.ts";
import { type Call, isSuccess, wasRejected } from "../trace/trace.ts";

/** One change of an overlay. */
export interface CalibratedChange {
  readonly target: string;
  readonly remove?: true;
  readonly update?: JsonObject;
}

/** Returns what makes the sandbox take the requests that the target takes: other names, and less that is checked. */
export function requestActions(seen: Seen, description: Description): readonly CalibratedChange[] {
  const pathTo = (place: readonly string[]) => `$${place.map((name) => `['${name}']`).join("")}`;
  const places = new Set(unchecked(seen, description).map(({ place }) => pathTo(place)));
  return [...webhookActions(seen), ...(takesAnyAmount(seen) ? anyAmount : []), ...[...places].map(removal)];
}

/**
 * Calls whose form the target does not check: it answers as it does to a wrong code, or to an unknown id. `place`: of what the
 * description checks.
 */
export function unchecked({ named, trace }: Seen, { tree }: Description) {
  return [...withdrawalPaths].flatMap(([operationId, path]) => {
    const schema = tree.below(tree.root, "paths", path, "post", "requestBody", ...contentOfBody);
    const own = named.filter(({ call }) => call.operationId === operationId);
    const texts = (outcome: string) =>
      new Set(own.flatMap((one) => (one.outcome === outcome ? [plainText(one.call)] : [])));
    const [wrong, unknown] = [texts("otp-incorrect"), texts("withdrawal-unknown")];
    return callsOf(trace, operationId).flatMap((call) => {
      const { otpCode = "000000", withdrawId } = call.request.members;
      if (!wasRejected(call) || call.request.rawBody !== undefined || schema === undefined) return [];
      const names = Object.keys(call.request.members);
      const [code, id, text] = [String(otpCode), String(withdrawId), plainText(call)];
      const below = (name: string) => tree.below(schema, "properties", name)?.path ?? [];
      const places = [
        ...(wrong.has(text) && !/^\d{6}$/.test(code) ? [[...below("otpCode"), "pattern"]] : []),
        ...(unknown.has(text) && names.some((name) => below(name).length === 0)
          ? [[...schema.path, "additionalProperties"]]
          : []),
        ...(unknown.has(text) && /\p{Cc}/u.test(id) ? [[...below("withdrawId"), "pattern"]] : []),
        ...(unknown.has(text) && id.length > 64 ? [[...below("withdrawId"), "maxLength"]] : []),
      ];
      return places.map((place) => ({ call, place }));
    });
  });
}

const contentOfBody = ["content", "application/json", "schema"];
const withdrawalPaths = new Map([
  ["confirmWithdrawal", "/account-balance/withdraw/confirm"],
  ["resendOtp", "/account-balance/withdraw/resend-otp"],
  ["cancelWithdrawal", "/account-balance/withdraw/cancel"],
]);

/** What a response says, without what it repeats of the request, and without numbers. */
function plainText({ request, response }: Call): string {
  const sent = Object.values(request.members).map((value) => JSON.stringify(value).slice(1, -1));
  const text = sent.reduce((rest, value) => (value === "" ? rest : rest.replaceAll(value, "")), response?.text ?? "");
  return `${response?.status} ${text.replaceAll(/\d+/g, "0")}`;
}

function removal(target: string): CalibratedChange {
  return { target, remove: true };
}

/** Whether the fee simulation does not read the amount in its query. */
function takesAnyAmount({ trace }: Seen): boolean {
  const odd = callsOf(trace, "simulateWithdrawalFee").filter(({ request }) => /\?value=\D/.test(request.path));
  return odd.length > 0 && odd.every(isSuccess);
}

const amount = "$.paths['/account-balance/withdraw-fee'].get.parameters[?@.name == 'value']";
const anyAmount: readonly CalibratedChange[] = [
  removal(`${amount}.schema`),
  { target: amount, update: { "x-value": "$none", schema: { type: "string" } } },
];

/** The names under which the target takes the parts of a webhook, as the run has found them. */
function webhookActions({ trace }: Seen): readonly CalibratedChange[] {
  const calls = callsOf(trace, "createWebhook").filter(({ credential }) => credential === "own");
  const created = calls.find(isSuccess);
  const sent = parseJson(created?.request.text ?? "");
  if (created === undefined || !isObject(sent)) return [];
  const schema = "$.paths['/webhook'].post.requestBody.content['application/json'].schema";
  const names = Object.keys(partOfWebhook).map((field) => [field, nameOf(field, created, sent, calls)] as const);
  const renamed = names.filter(([field, name]) => field !== name);
  const isOpen = Object.keys(sent).length > names.length;
  return [
    ...(isOpen ? [removal(`${schema}.additionalProperties`)] : []),
    ...renamed.flatMap(([field, name]) => [
      removal(`${schema}.properties['${field}']`),
      removal(`${schema}.required[?@ == '${field}']`),
      {
        target: schema,
        update: { required: [name], properties: { [name]: { ...partOfWebhook[field], "x-value": field } } },
      },
    ]),
  ];
}

const partOfWebhook: Readonly<Record<string, JsonObject>> = {
  url: { type: "string", minLength: 1, maxLength: 2048 },
  name: { type: "string", minLength: 1, maxLength: 100 },
  events: { type: "array", minItems: 1, items: { type: "string", minLength: 1, maxLength: 64 } },
};

/** Returns, of names that had the same value, or the same title with a number, the one that the response repeats or a rejection asked for. */
function nameOf(field: string, { request, response }: Call, sent: JsonObject, calls: readonly Call[]): string {
  const value = request.members[field];
  const isSame = (other: unknown) =>
    JSON.stringify(other) === JSON.stringify(value) || String(other).startsWith(`${String(value)}-`);
  const same = Object.keys(sent).filter((name) => isSame(sent[name]));
  const said = JSON.stringify(response?.json) ?? "";
  const asked = calls.flatMap((call) => (isSuccess(call) ? [] : (call.response?.text ?? "").split(/[^\w-]+/)));
  const isRepeated = (name: string) => said.includes(`${JSON.stringify(name)}:${JSON.stringify(sent[name])}`);
  const found = same.find(isRepeated) ?? same.find((name) => asked.includes(name));
  return found ?? (same.includes(field) ? field : (same[0] ?? field));
}
