import { Redaction } from "../../src/report/redaction.ts";
import { secretNames } from "../../src/report/secret-names.ts";
import { type Description, sourceOf } from "../judge/description.ts";
import { everything, isObject } from "../judge/json.ts";
import { memberCalled } from "./find.ts";
import { startOf } from "./order.ts";
import { type Arrival, type Call, isSuccess, type OutsideAct, type TraceEntry } from "./trace.ts";

/** One request to the target with its response, as a report shows it: without secrets, and not too long. */
export interface Exchange {
  /** ISO 8601 in UTC, by the target's clock. */
  readonly at: string;
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  /** Absent where they are the usual ones. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  /** Null when no response came. */
  readonly status: number | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | null;
  readonly error?: string;
  /** What a delivery of the receiver check was; its body is then as it was sent, byte for byte. */
  readonly sent?: SentDelivery;
}

export interface SentDelivery {
  /** Within a sentence; of a forged one it says what is wrong with it. */
  readonly what: string;
  readonly expected: "acknowledged" | "recognised" | "rejected";
}

export interface ReceivedDelivery {
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answered: number;
}

/** Longer bodies are cut: a report is read by people. */
const MAX_SHOWN_CHARACTERS = 20_000;

/** Returns what removes every secret that a run has used or seen, whatever the target calls it. */
export function redactionFor(
  trace: readonly TraceEntry[],
  description: Description,
  keys: readonly string[],
): Redaction {
  // What the target takes as an identifier is shown, whatever it is called.
  const ids = new Set(trace.flatMap((entry) => (entry.kind === "call" && isSuccess(entry) ? [entry.request.id] : [])));
  const secrets = trace.flatMap(secretsIn).filter((secret) => !ids.has(secret));
  const redaction = new Redaction([...keys, ...secrets]);
  for (const name of namesOfSecrets(description)) redaction.addName(name);
  return redaction;
}

export function exchangeOf(call: Call, redaction: Redaction): Exchange {
  const { request, response, failure } = call;
  return {
    at: new Date(call.askedAt).toISOString(),
    durationMs: call.answeredAt - call.askedAt,
    method: request.method,
    path: redaction.text(request.path),
    ...(request.headers !== undefined && { requestHeaders: redaction.headers(request.headers) }),
    requestBody: request.text === undefined ? null : shown(request.text, redaction),
    status: response?.status ?? null,
    responseHeaders: redaction.headers(response?.headers ?? {}),
    responseBody: response === undefined || response.text === "" ? null : shown(response.text, redaction),
    ...(failure !== undefined && { error: redaction.text(failure) }),
  };
}

/** Something that no API key can do, as a report shows it. */
export interface ShownAct {
  readonly at: string;
  readonly durationMs: number;
  readonly capability: string;
  /** As JSON. */
  readonly given: string;
}

export function actOf({ startedAt, at, capability, given }: OutsideAct, redaction: Redaction): ShownAct {
  const time = new Date(startedAt).toISOString();
  return { at: time, durationMs: at - startedAt, capability, given: shown(JSON.stringify(given), redaction) };
}

/** Says how long the run went on after the last of these, and what its receiver got of the account in that time. */
export function watchedText(seen: readonly TraceEntry[], trace: readonly TraceEntry[]): string | undefined {
  const [last] = seen.toSorted((one, other) => startOf(other) - startOf(one));
  if (last === undefined) return undefined;
  const later = trace.filter((entry) => entry.account === last.account && startOf(entry) >= startOf(last));
  const events = later.flatMap((entry) =>
    entry.kind === "arrival" ? [String(memberCalled(entry.json, "event"))] : [],
  );
  const counts = [...Map.groupBy(events, (event) => event)].map(([event, { length }]) => `${event} (${length})`);
  const seconds = Math.round((Math.max(...later.map(startOf)) - startOf(last)) / 1_000);
  return `The run went on for ${seconds} s after it; its receiver got ${counts.join(", ") || "nothing"}.`;
}

export function deliveryOf({ at, headers, body, status }: Arrival, redaction: Redaction): ReceivedDelivery {
  const time = new Date(at).toISOString();
  return { at: time, headers: redaction.headers(headers), body: shown(body.toString(), redaction), answered: status };
}

/** Cuts only what has no secrets any more: half a key would not be recognised. */
function shown(text: string, redaction: Redaction): string {
  return notTooLong(redaction.text(text));
}

/** Cuts a text that has no secrets. */
export function notTooLong(plain: string): string {
  if (plain.length <= MAX_SHOWN_CHARACTERS) return plain;
  return `${plain.slice(0, MAX_SHOWN_CHARACTERS)}… (${plain.length} characters)`;
}

function secretsIn(entry: TraceEntry): readonly string[] {
  if (entry.kind === "code") return [entry.code, ...(entry.to === undefined ? [] : [entry.to])];
  if (entry.kind === "act") return typeof entry.result.apiKey === "string" ? [entry.result.apiKey] : [];
  if (entry.kind !== "call" || !isSuccess(entry)) return [];
  const texts = [...everything(entry.response?.json)].flatMap(({ place, value }) =>
    typeof value === "string" ? [{ name: place.at(-1) ?? "", value }] : [],
  );
  if (entry.operationId === "createWebhook") return texts.filter(mayBeHookSecret(entry)).map(({ value }) => value);
  return entry.operationId === "listWithdrawals" ? texts.filter(isPixKey).map(({ value }) => value) : [];
}

interface Member {
  readonly name: string;
  readonly value: string;
}

/** A webhook's secret is long, has no blanks, was not sent, and is not called an id. */
function mayBeHookSecret({ request }: Call): (member: Member) => boolean {
  const sent = request.text ?? "";
  return ({ name, value }) =>
    value.length >= 16 &&
    !/^(?:webhook_?)?id$/i.test(name) &&
    !sent.includes(value) &&
    !/\s|^\d{4}-\d\d-\d\d|^https?:|^[a-z_]+(?:\.[a-z_]+)+$/.test(value);
}

/** A PIX key is an e-mail address, a CPF or CNPJ, a phone number or a UUID; of UUIDs only the name tells. */
function isPixKey({ name, value }: Member): boolean {
  if (/^[^\s@]+@[^\s@]+$/.test(value) || /^(?:\d{11}|[0-9A-Z]{12}\d{2}|\+55\d{10,11})$/.test(value)) return true;
  return /pix|key/i.test(name) && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** What the description, its overlay applied, calls the fields that are secret. */
function namesOfSecrets({ tree }: Description): readonly string[] {
  const properties = [...everything(tree.root.value)].flatMap(({ place, value }) =>
    place.at(-2) === "properties" && isObject(value) ? [{ name: place.at(-1) ?? "", value }] : [],
  );
  const renamed = properties.filter(({ name, value }) => secretNames.includes(sourceOf(value, name)));
  return [...secretNames, ...renamed.map(({ name }) => name)];
}
