import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { isOfForeignPage } from "../../../src/http/security/foreign-page.ts";
import { createHostCheck } from "../../../src/http/security/trusted-host.ts";
import { decoded } from "../../../src/report/content-coding.ts";
import type { Recorded } from "../../traffic/har-file.ts";
import { HEADER_LIMITS, MAX_KEPT_BYTES, type Passing, passOn } from "./passing.ts";
import { pathAt, type Upstream, upstreamAt } from "./upstream.ts";

export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  /** Where requests go: with the path that the interface's paths are relative to. */
  readonly target: string;
  /** Where deliveries of webhooks go, if they come this way too. */
  readonly webhooks?: string | undefined;
  /** Host names to answer to in addition to those of this machine and its network. */
  readonly hosts: readonly string[];
  readonly silenceMs?: number;
  readonly onExchange: (recorded: Recorded) => void;
  /** Told of an exchange whose bodies are too large to be kept, or cannot be read. */
  readonly onUnkept: () => void;
  readonly onFailure: (message: string) => void;
}

/** Longer than any request of a control plane waits. */
const SILENCE_MS = 120_000;

/** Passes requests on as they are, streaming, and tells of each that was sent to the target. */
export class ProxyServer {
  readonly #options: ProxyOptions;
  readonly #server: http.Server;
  readonly #refusal: ReturnType<typeof createHostCheck>;
  readonly #target: Upstream;
  readonly #webhooks: Upstream | undefined;

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#refusal = createHostCheck(options.hosts);
    this.#target = upstreamAt(options.target);
    this.#webhooks = options.webhooks === undefined ? undefined : upstreamAt(options.webhooks);
    // A limit of this proxy would be taken for one of the target.
    const limits = { requestTimeout: 0, keepAliveTimeout: 0, ...HEADER_LIMITS };
    this.#server = http.createServer(limits, (request, response) => {
      this.#take(request, response).catch((error: unknown) => {
        options.onFailure(`a request was not passed on: ${error instanceof Error ? error.stack : error}`);
        response.destroy();
      });
    });
    this.#server.maxHeadersCount = 0;
    this.#server.on("connect", (_, socket) => {
      socket.on("error", () => socket.destroy());
      socket.end("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    });
  }

  static async listen(options: ProxyOptions): Promise<ProxyServer> {
    const proxy = new ProxyServer(options);
    await once(proxy.#server.listen(options.port, options.host), "listening");
    return proxy;
  }

  get url(): string {
    const address = this.#server.address();
    const port = typeof address === "object" && address !== null ? address.port : this.#options.port;
    const { host } = this.#options;
    return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A delivery comes by a public name, and goes to a receiver that is public anyway.
    const webhooks = request.headers["x-webhook-signature"] === undefined ? undefined : this.#webhooks;
    if (webhooks === undefined && this.#refusal(request) !== null) return say(response, 421, WRONG_HOST);
    if (webhooks === undefined && isOfForeignPage(request.headers)) return say(response, 403, FOREIGN_PAGE);
    const upstream = webhooks ?? this.#target;
    const asked = request.url ?? "/";
    const path = pathAt(upstream.prefix, asked);
    if (path === undefined) return say(response, 400, `saldo proxy passes on paths below ${upstream.prefix}/ only.`);
    const { silenceMs = SILENCE_MS, onFailure } = this.#options;
    const passing = await passOn(request, response, { upstream, path, silenceMs });
    if (passing === undefined) return;
    if (passing.failure !== undefined) {
      const { reason, status } = passing.failure;
      const shownPath = path.slice(upstream.prefix.length).replace(/\?.*/s, "");
      onFailure(`${request.method} ${shownPath}: no whole response of ${upstream.origin}: ${reason}`);
      if (response.headersSent) response.destroy();
      else say(response, status, `saldo proxy: ${upstream.origin} gave no whole response: ${reason}`);
    }
    // The target calls a webhook by the name under which the delivery came.
    const url = webhooks === undefined ? upstream.origin + path : `https://${request.headers.host}${asked}`;
    this.#record(request, URL.parse(url), passing);
  }

  #record({ method = "GET", headers }: IncomingMessage, url: URL | null, passing: Passing): void {
    const { askedAt, endedAt, incoming, failure } = passing;
    // What is there of an exchange that failed says more than nothing.
    const lacking = failure === undefined ? undefined : "";
    const body = textOf(passing.sent) ?? lacking;
    const responseBody = textOf(passing.came, incoming?.headers["content-encoding"]) ?? lacking;
    if (url === null || body === undefined || responseBody === undefined) {
      this.#options.onUnkept();
      return;
    }
    this.#options.onExchange({
      ...{ method, url, headers: single(headers), body, askedAt, answeredAt: endedAt },
      status: failure === undefined ? (incoming?.statusCode ?? 0) : 0,
      responseHeaders: single(incoming?.headers ?? {}),
      responseBody,
      ...(failure !== undefined && { failure: failure.reason }),
    });
  }
}

const WRONG_HOST =
  "saldo proxy does not answer to the host in the Host header. Allowed are IP addresses, names without a dot, *.localhost, *.local, *.internal, and the names in --hosts.";

const FOREIGN_PAGE =
  "A web page of another origin cannot use saldo proxy. Send the request from a server, a test or a terminal.";

function say(response: ServerResponse, status: number, message: string): void {
  const body = Buffer.from(`${JSON.stringify({ message })}\n`);
  const headers = { "content-type": "application/json", "content-length": body.length };
  response.writeHead(status, http.STATUS_CODES[status], headers).end(body);
}

function textOf(bytes: Buffer | undefined, encoding?: string): string | undefined {
  if (bytes === undefined) return undefined;
  const plain = decoded(bytes, encoding, MAX_KEPT_BYTES);
  return "bytes" in plain ? plain.bytes.toString() : undefined;
}

function single(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
