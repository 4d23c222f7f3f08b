import type { Description } from "../judge/description.ts";
import { isObject, parseJson } from "../judge/json.ts";
import type { Arrival, Call } from "../trace/trace.ts";
import type { Recorded } from "./har-file.ts";

/** Tells whose requests those of a recording are: each API key that was ever accepted is an account. */
export class Accounts {
  /** All that were sent, also those that were not accepted. */
  readonly keys: readonly string[];
  readonly #header: string;
  readonly #names = new Map<string, string>();

  constructor(description: Description, recorded: readonly Recorded[]) {
    this.#header = keyHeaderOf(description);
    this.keys = [...new Set(recorded.map(({ headers }) => headers[this.#header] ?? "").filter((key) => key !== ""))];
    for (const { headers, status } of recorded) {
      const key = headers[this.#header];
      const isAccepted = key !== undefined && key !== "" && status < 300;
      if (isAccepted && !this.#names.has(key)) this.#names.set(key, `account ${this.#names.size + 1}`);
    }
  }

  /** Returns undefined where nothing tells: the request may have had other credentials, or they were not recorded. */
  of({ headers, url, status }: Recorded): Pick<Call, "account" | "credential"> | undefined {
    const key = headers[this.#header] ?? "";
    const isUnauthorized = status === 401 || status === 403;
    if (key !== "") {
      const account = this.#names.get(key);
      const isUnknown = status === 401 || account === undefined;
      if (isUnknown && !isUnauthorized) return undefined;
      return { account: account ?? "nobody", credential: isUnknown ? "unknown" : "own" };
    }
    const isOther = [...Object.keys(headers), ...url.searchParams.keys()].some(isCredential);
    // Where no request has a key, it was removed from the recording.
    const isRemoved = this.#names.size === 0 && !isUnauthorized;
    return isOther || isRemoved ? undefined : { account: "nobody", credential: "none" };
  }

  /** A delivery of a webhook, where the recording has it byte by byte. */
  arrivalIn(recorded: Recorded, calls: readonly Call[]): Arrival | undefined {
    const { method, url, headers, body, status, askedAt, answeredAt } = recorded;
    const bytes = Buffer.from(body);
    const isWhole = status >= 200 && headers["content-length"] === String(bytes.length);
    if (!isWhole || headers["x-webhook-signature"] === undefined) return undefined;
    const created = calls.find(
      ({ operationId, request }) => operationId === "createWebhook" && isSame(request.members.url, url),
    );
    if (created === undefined) return undefined;
    const times = { at: askedAt, receivedAt: askedAt, delayMs: answeredAt - askedAt };
    const said = { path: url.pathname, method, headers, body: bytes, json: parseJson(body) };
    return { kind: "arrival", story: created.story, account: created.account, ...said, ...times, status };
  }
}

/** A proxy that ends TLS on the way does not change which webhook it is. */
function isSame(said: unknown, { host, pathname, search }: URL): boolean {
  const other = URL.parse(String(said));
  return other?.host === host && other.pathname === pathname && other.search === search;
}

/** The name of the header for API keys, in lower case. */
export function keyHeaderOf({ tree }: Description): string {
  const schemes = tree.children(tree.below(tree.root, "components", "securitySchemes"));
  const names = schemes.map(({ value }) => (isObject(value) && value.in === "header" ? value.name : undefined));
  return String(names.find((name) => typeof name === "string") ?? "X-API-KEY").toLowerCase();
}

/** Whether a header or a parameter of a query may tell who asks. */
export function isCredential(name: string): boolean {
  return /cookie|key|token|auth|session|secret|credential/i.test(name);
}
