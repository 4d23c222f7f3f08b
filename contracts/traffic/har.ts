import { type DescribedOperation, type Description, parameterIn } from "../judge/description.ts";
import { isObject, type JsonObject, parseJson } from "../judge/json.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { Accounts } from "./accounts.ts";
import { HarError, isOfGateway, type Recorded, readHar } from "./har-file.ts";
import { withCodes } from "./recorded-codes.ts";

export interface HarOptions {
  readonly description: Description;
  /** Where the interface is; by default where most of the recording's requests to it went. */
  readonly url?: string | undefined;
}

export interface Recording {
  readonly trace: readonly TraceEntry[];
  readonly url: string;
  /** What it was read from: requests to the interface, and deliveries of its webhooks. */
  readonly exchanges: readonly Recorded[];
  /** The API keys in it, which nothing may show. */
  readonly keys: readonly string[];
}

/** A recorded request to the interface: an operation of it, below a base path. */
interface Asked extends Recorded {
  readonly operation: DescribedOperation;
  /** The path before the operation's own. */
  readonly base: string;
  readonly path: string;
}

/**
 * Returns what a HAR file recorded of the interface as a trace, to be judged as one from which entries may be missing.
 * Requests to other hosts are left out. Each API key is an account.
 *
 * @throws HarError when the file is damaged, or has nothing of the interface.
 */
export function recordingOf(text: string, options: HarOptions): Recording {
  const recorded = readHar(text);
  const recording = recordingIn(recorded, options);
  if (recording === undefined) throw new HarError(nothingIn(recorded, options.url));
  return recording;
}

/** Returns undefined where nothing of the interface was recorded. */
export function recordingIn(recorded: readonly Recorded[], { description, url }: HarOptions): Recording | undefined {
  const all = recorded.flatMap((one) => askedIn(one, description));
  const asked = all.filter(({ status }) => !isOfGateway(status));
  const place = url === undefined ? mostAsked(asked) : placeOf(new URL(url));
  const own = asked.filter((one) => placeOf(one.url, one.base) === place);
  // What got no whole response is no part of the trace, but of the file, and so are the keys in it.
  const failed = all.filter((one) => one.failure !== undefined && placeOf(one.url, one.base) === place);
  const [first] = [...own, ...failed];
  if (first === undefined) return undefined;
  const accounts = new Accounts(description, own);
  const calls = own.flatMap((one) => callIn(one, accounts));
  const arrivals = new Map(recorded.map((one) => [one, accounts.arrivalIn(one, calls)]));
  const deliveries = recorded.filter((one) => arrivals.get(one) !== undefined);
  return {
    trace: withCodes([...calls, ...[...arrivals.values()].filter((arrival) => arrival !== undefined)]),
    url: first.url.origin + first.base,
    exchanges: [...own, ...failed, ...deliveries].toSorted((one, other) => one.askedAt - other.askedAt),
    keys: [...new Set([...accounts.keys, ...new Accounts(description, failed).keys])],
  };
}

/** An operation may be below any path, so that the shortest one before it counts. */
function askedIn(recorded: Recorded, description: Description): readonly Asked[] {
  const { pathname, search } = recorded.url;
  const segments = pathname.split("/");
  const most = Math.max(...description.operations.map(({ path }) => path.split("/").length));
  // No operation has more segments than that, and one behind a slash at the end.
  for (let at = Math.max(0, segments.length - most - 1); at < segments.length; at += 1) {
    const path = `/${segments.slice(at + 1).join("/")}`;
    const operation = description.operationAt(recorded.method, path.replace(/\/$/, ""));
    if (operation === undefined) continue;
    return [{ ...recorded, operation, base: segments.slice(0, at + 1).join("/"), path: path + search }];
  }
  return [];
}

/** One of the paths that the document shows is below `v1`, so that a host may have both. */
function placeOf({ origin, pathname }: URL, base = pathname): string {
  return origin + base.replace(/\/+$/, "").replace(/\/v1$/, "");
}

/** A page may have the path of an operation; but it is no JSON. */
function mostAsked(asked: readonly Asked[]): string | undefined {
  const likely = asked.filter(({ responseBody }) => isObject(parseJson(responseBody)));
  const places = Map.groupBy(likely.length > 0 ? likely : asked, ({ url, base }) => placeOf(url, base));
  return [...places].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function nothingIn(recorded: readonly Recorded[], url: string | undefined): string {
  if (recorded.length === 0) return "no response in the recording has a body: record and export it with its content";
  const where = url === undefined ? "" : ` at ${url}`;
  const hosts = [...new Set(recorded.map(({ url: { origin } }) => origin))].slice(0, 5).join(", ");
  return `none of the ${recorded.length} recorded requests is one of the interface${where}; they went to ${hosts}`;
}

function callIn(asked: Asked, accounts: Accounts): readonly Call[] {
  const { operation, method, path, base, body, status, askedAt, answeredAt } = asked;
  const said = body === "" ? {} : parseJson(body);
  const owner = accounts.of(asked);
  // A form may say the same as JSON.
  if (!isObject(said) || owner === undefined) return [];
  const id = decoded(parameterIn(operation.path, path));
  const request = { method, path, base, members: membersOf(said, operation), ...(body !== "" && { text: body }) };
  const json = parseJson(asked.responseBody);
  const call: Call = {
    ...{ kind: "call", story: "the recording", operationId: operation.operationId, askedAt, answeredAt },
    ...owner,
    request: id === undefined ? request : { ...request, id },
    response: { status, headers: asked.responseHeaders, text: asked.responseBody, json },
  };
  return [call];
}

/** What a body says, by the sandbox's names. */
function membersOf(said: JsonObject, { requestNames }: DescribedOperation): JsonObject {
  const fields = new Map([...requestNames].map(([field, name]) => [name, field]));
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [fields.get(name) ?? name, value]));
}

function decoded(segment: string | undefined): string | undefined {
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
