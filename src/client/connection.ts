import createClient, { type Client } from "openapi-fetch";
import type { paths as ControlPaths, operations } from "../spec/generated/control-api.ts";
import type { paths as InterfacePaths } from "../spec/generated/interface-api.ts";
import { Answer } from "./answer.ts";
import { notingRequests } from "./answered-request.ts";
import { headerSecret } from "./header-secret.ts";
import { refuseOtherTypes, refuseUnknownOptions } from "./known-options.ts";
import { pathWith } from "./path-segment.ts";
import { withToldBody } from "./told-body.ts";
import { unansweredReason } from "./unanswered-reason.ts";

/** The address of a sandbox and the credentials for it. */
export interface Connection {
  /** `http://127.0.0.1:4400`. */
  readonly url: string;
  /** A company's key; null for none. */
  readonly apiKey: string | null;
  /** Another company of the world of the key, to act as. */
  readonly companyId?: string | undefined;
  /** The admin token of a shared sandbox, for the operations that need it. */
  readonly adminToken?: string | undefined;
  /** Sends the requests; by default Node's `fetch`. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** Every member with its type; the type of this keeps the list complete. */
const MEMBERS: Readonly<Record<keyof Connection, string>> = {
  url: "string",
  apiKey: "string or null",
  companyId: "string",
  adminToken: "string",
  fetch: "function",
};

/** The simulated platform, with the paths and types of `openapi/interface.yaml`. */
export type InterfaceApi = Client<InterfacePaths>;

/** The control plane, with the paths and types of `openapi/control.yaml`: its paths are below `/sandbox`. */
export type ControlApi = Client<ControlPaths>;

/** The JSON body that an operation of the control plane takes. */
export type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer B } };
}
  ? B
  : never;

/** The parameters that it takes in its query. */
export type QueryOf<Id extends keyof operations> = operations[Id] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : never;

/** Sends any request, also one that the types do not allow. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

export function interfaceApi(connection: Connection): InterfaceApi {
  return createClient(settingsOf(connection, ""));
}

export function controlApi(connection: Connection): ControlApi {
  return createClient(settingsOf(connection, "/sandbox"));
}

export function asker({ url, fetch: send = sent, ...credentials }: Connection): Ask {
  const base = withoutSlash(url);
  const own = headersOf(credentials);
  return async (method, path, body, headers = {}) => {
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const payload = body === undefined ? null : JSON.stringify(body);
    const request = new Request(base + path, { method, headers: { ...own, ...json, ...headers }, body: payload });
    const response = await send(request);
    const text = await response.text();
    return new Answer(response.status, response.headers, text === "" ? null : parsed(text));
  };
}

/**
 * Returns a `fetch` that asks this sandbox, whatever the host of the address is: for applications that take one. An address
 * without a host is allowed, too.
 */
export function fetchOf({ url, fetch: send = sent }: Pick<Connection, "url" | "fetch">): typeof fetch {
  const base = withoutSlash(url);
  return async (input, init) => {
    const asked = new Request(input instanceof Request ? input : new URL(input, base), init);
    if (asked.url.startsWith(`${base}/`)) return await send(asked);
    const { pathname, search } = new URL(asked.url);
    return await send(new Request(base + pathname + search, asked));
  };
}

/** Returns parsed JSON, or the text itself where it is none: what stands between may answer with a page. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Throws an `Error` for a connection that only a program in JavaScript can give. */
function settingsOf(connection: Connection, prefix: string) {
  refuseUnknownOptions("the connection", connection, Object.keys(MEMBERS));
  refuseOtherTypes(connection, MEMBERS, ["url", "apiKey"]);
  const { url, fetch: send = sent, ...credentials } = connection;
  return {
    baseUrl: withoutSlash(url) + prefix,
    headers: headersOf(credentials),
    fetch: notingRequests(send),
    pathSerializer: (path: string, values: Readonly<Record<string, unknown>>) => pathWith(path, (name) => values[name]),
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Sends a request with Node's `fetch`, whose errors do not name the address, neither before the answer nor within it. */
export async function sent(request: Request, init: RequestInit = {}): Promise<Response> {
  try {
    return withToldBody(request, await fetch(request, init));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new TypeError(`${request.method} ${request.url} got no answer: ${unansweredReason(request.url, cause)}`, {
      cause,
    });
  }
}

function headersOf({ apiKey, adminToken, companyId }: Omit<Connection, "url" | "fetch">): Record<string, string> {
  return {
    ...(apiKey !== null && { "x-api-key": headerSecret("the API key", apiKey) }),
    ...(companyId !== undefined && { "x-saldo-company": companyId }),
    ...(adminToken !== undefined && { authorization: `Bearer ${headerSecret("the admin token", adminToken)}` }),
  };
}
