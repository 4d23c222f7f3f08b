import { isObject, type Json, type JsonObject, parseJson } from "../judge/json.ts";

/** One recorded request with its response. */
export interface Recorded {
  readonly method: string;
  readonly url: URL;
  /** By their names in lower case; those of HTTP/2 that begin with a colon are left out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  /** Why no whole response came; `status` is 0 then, and `responseBody` what came of it. */
  readonly failure?: string;
}

/** A recording that cannot be read; the message says what is wrong and where. */
export class HarError extends Error {
  override readonly name = "HarError";
}

/** Reads a recording in HAR 1.2, without entries that lack their body or their response. */
export function readHar(text: string): readonly Recorded[] {
  const file = parseJson(text.replace(/^\uFEFF/, ""));
  if (file === undefined) throw new HarError("the file is not JSON, so it is no HAR file");
  const log = isObject(file) ? file.log : undefined;
  const entries = isObject(log) ? log.entries : undefined;
  if (!Array.isArray(entries)) throw new HarError("the file has no list log.entries, so it is no HAR file");
  if (entries.length === 0) throw new HarError("log.entries is empty: nothing was recorded");
  const different = [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
  const recorded = different.flatMap((entry, at) => recordedIn(entry, `log.entries[${at}]`));
  // Some tools write whole seconds only, so that a response may have come up to a second later than it seems.
  const lateMs = recorded.every(({ askedAt }) => askedAt % 1_000 === 0) ? 999 : 0;
  return recorded
    .map((one) => ({ ...one, answeredAt: one.answeredAt + lateMs }))
    .toSorted((a, b) => a.askedAt - b.askedAt);
}

function recordedIn(entry: Json | undefined, at: string): readonly Recorded[] {
  const request = isObject(entry) ? entry.request : undefined;
  const response = isObject(entry) ? entry.response : undefined;
  if (!isObject(entry) || !isObject(request)) throw new HarError(`${at} has no request`);
  const { method, url } = request;
  if (typeof method !== "string" || typeof url !== "string")
    throw new HarError(`${at}.request has no method or no url`);
  // Servers take hosts that a URL cannot have. Such an entry then stands for another host, and is told as that.
  const parsed = URL.parse(url) ?? URL.parse(url.replace(/^(https?:\/\/)[^/?#]*/i, "$1unreadable.invalid"));
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return [];
  const status = isObject(response) ? response.status : undefined;
  if (!isObject(response) || typeof status !== "number") throw new HarError(`${at}.response has no status`);
  const askedAt = typeof entry.startedDateTime === "string" ? Date.parse(entry.startedDateTime) : Number.NaN;
  const took = typeof entry.time === "number" ? Math.max(0, entry.time) : 0;
  const answeredAt = askedAt + took;
  if (Number.isNaN(askedAt)) throw new HarError(`${at}.startedDateTime is missing or is no date`);
  if (!(new Date(answeredAt).getUTCFullYear() <= 9_999))
    throw new HarError(`${at} ends after the year 9999, by its startedDateTime and time`);
  const headers = headersIn(request.headers);
  const body = bodyOf(request.postData, Number(headers["content-length"] ?? 0));
  const responseBody = bodyOf(response.content, 0);
  if (body === undefined || responseBody === undefined) return [];
  const said = { method: method.toUpperCase(), url: parsed, headers, body };
  const responseHeaders = headersIn(response.headers);
  return [{ ...said, askedAt, answeredAt, status, responseHeaders, responseBody }];
}

/** Returns undefined for a body that was not recorded, or only in part. */
function bodyOf(part: Json | undefined, sentBytes: number): string | undefined {
  const { text, size, encoding } = isObject(part) ? part : ({} as JsonObject);
  if (typeof text !== "string") return sentBytes > 0 || Number(size ?? 0) > 0 ? undefined : "";
  const plain = encoding === "base64" ? Buffer.from(text, "base64").toString() : text;
  const isCut = typeof size === "number" && size > Buffer.byteLength(plain) && parseJson(plain) === undefined;
  return isCut ? undefined : plain;
}

/** Whether no server of the interface said it, but a gateway, a redirect or a cache, or the request was cancelled. */
export function isOfGateway(status: number): boolean {
  return status < 200 || (status >= 300 && status < 400) || [408, 429, 502, 503, 504].includes(status);
}

function headersIn(list: Json | undefined): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of Array.isArray(list) ? list.filter(isObject) : []) {
    const name = String(header.name).toLowerCase();
    if (name.startsWith(":")) continue;
    headers[name] = headers[name] === undefined ? String(header.value) : `${headers[name]}, ${header.value}`;
  }
  return headers;
}
