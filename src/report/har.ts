/** One request with its response, as a HAR file has it. Secrets are already removed. */
export interface HarExchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for none. */
  readonly body: string;
  /** In milliseconds since 1970. */
  readonly askedAt: number;
  readonly tookMs: number;
  /** 0 where no response came. */
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  readonly comment?: string;
}

/** A file in HAR 1.2, whose entries are as that format has them. */
export interface HarFile {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly object[];
  };
}

/** `version`: of this program. */
export function harFile(entries: readonly object[], version: string): HarFile {
  return { log: { version: "1.2", creator: { name: "saldo", version }, entries } };
}

/** Returns the text of a file in pieces, an entry each: together they may be longer than a string can be. */
export function* harText(entries: Iterable<object>, version: string): Generator<string> {
  const [head = "", foot = ""] = JSON.stringify(harFile([], version), null, 2).split("[]");
  let isFirst = true;
  yield `${head}[`;
  for (const entry of entries) {
    const text = JSON.stringify(entry, null, 2).replaceAll("\n", "\n      ");
    yield `${isFirst ? "" : ","}\n      ${text}`;
    isFirst = false;
  }
  yield `${isFirst ? "" : "\n    "}]${foot}\n`;
}

export function harEntry(exchange: HarExchange): object {
  const { method, url, headers, body, askedAt, tookMs, status, responseHeaders, responseBody, comment } = exchange;
  const queryString = [...queryOf(url)].map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(askedAt).toISOString(),
    time: tookMs,
    request: {
      ...message(headers, body),
      method,
      url,
      queryString,
      ...(body !== "" && { postData: { mimeType: mimeTypeOf(headers), text: body } }),
    },
    response: {
      ...message(responseHeaders, responseBody),
      status,
      statusText: "",
      redirectURL: "",
      content: { size: Buffer.byteLength(responseBody), mimeType: mimeTypeOf(responseHeaders), text: responseBody },
    },
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
    ...(comment !== undefined && { comment }),
  };
}

/**
 * Returns the parameters of a URL. The URL is not parsed: a client chose its host, and the server takes hosts that
 * `URL` refuses, such as `[fe80::1%eth0]`.
 */
export function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(/^[^#?]*\?([^#]*)/.exec(url)?.[1]);
}

function message(headers: Readonly<Record<string, string>>, body: string) {
  const listed = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: listed,
    headersSize: -1,
    bodySize: Buffer.byteLength(body),
  };
}

function mimeTypeOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}
