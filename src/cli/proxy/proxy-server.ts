import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Recorded } from "../../../contracts/traffic/har-file.ts";
import { createHostCheck } from "../../http/security/trusted-host.ts";

export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  /** Where requests go: with the path that the interface's paths are relative to. */
  readonly target: string;
  /** Where deliveries of webhooks go, if they come this way too. */
  readonly webhooks?: string | undefined;
  /** Host names to answer to in addition to those of this machine and its network. */
  readonly hosts: readonly string[];
  readonly onExchange: (recorded: Recorded) => void;
  readonly onFailure: (message: string) => void;
}

/** Passes requests on as they are, streaming, and tells of each that got a whole response. */
export class ProxyServer {
  readonly #options: ProxyOptions;
  readonly #server: http.Server;
  readonly #refusal: ReturnType<typeof createHostCheck>;

  private constructor(options: ProxyOptions) {
    this.#options = options;
    this.#refusal = createHostCheck(options.hosts);
    // A limit of this proxy would be taken for one of the target.
    this.#server = http.createServer({ requestTimeout: 0 }, (request, response) => void this.#take(request, response));
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
    const { target, webhooks, onFailure } = this.#options;
    // A delivery comes by a public name, and goes to a receiver that is public anyway.
    const isDelivery = webhooks !== undefined && request.headers["x-webhook-signature"] !== undefined;
    if (!isDelivery && this.#refusal(request) !== null) return say(response, 421, wrongHost);
    const base = isDelivery ? webhooks : target;
    const path = (request.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
    try {
      await this.#pass(request, response, new URL(base + path), isDelivery);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      const reason = error instanceof Error ? error.message || String(Reflect.get(error, "code")) : String(error);
      onFailure(
        `${request.method} ${path.replace(/\?.*/, "")}: no whole response of ${new URL(base).origin}: ${reason}`,
      );
      if (response.headersSent) response.destroy();
      else say(response, 502, `saldo proxy: ${new URL(base).origin} did not respond: ${reason}`);
    }
  }

  async #pass(request: IncomingMessage, response: ServerResponse, url: URL, isDelivery: boolean): Promise<void> {
    const askedAt = Date.now();
    const ask = url.protocol === "https:" ? https.request : http.request;
    const headers = ["Host", url.host, ...passedOn(request.rawHeaders), ...lengthOf(request)];
    const outgoing = ask(url, { method: request.method ?? "GET", headers, agent: false });
    response.once("close", () => response.writableFinished || outgoing.destroy());
    const answered = once(outgoing, "response");
    const sent = kept(request);
    // A target may respond before it has read all of the body.
    pipeline(request, outgoing).catch(() => {});
    const [incoming]: IncomingMessage[] = await answered;
    if (incoming === undefined) return;
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, passedOn(incoming.rawHeaders));
    const came = kept(incoming);
    await pipeline(incoming, response);
    const answeredAt = Date.now();
    const body = textOf(sent());
    const responseBody = textOf(came(), incoming.headers["content-encoding"]);
    if (body === undefined || responseBody === undefined || !request.complete) return;
    this.#options.onExchange({
      method: request.method ?? "GET",
      // The target calls a webhook by the name under which the delivery came.
      url: isDelivery ? new URL(request.url ?? "/", `https://${request.headers.host}`) : url,
      headers: single(request.headers),
      body,
      askedAt,
      answeredAt,
      status: incoming.statusCode ?? 0,
      responseHeaders: single(incoming.headers),
      responseBody,
    });
  }
}

const wrongHost =
  "saldo proxy does not answer to the host in the Host header. Allowed are IP addresses, names without a dot, *.localhost, *.local, *.internal, and the names in --hosts.";

function say(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(`${JSON.stringify({ message })}\n`);
}

/** Names and values by turns, spelled as they came; without those that are about one connection only. */
function passedOn(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !ofConnection.test(raw[at - (at % 2)] ?? ""));
}

const ofConnection = /^(host|connection|keep-alive|proxy-connection|upgrade|expect)$/i;

/** Node would announce a body in pieces for a request that has none. */
function lengthOf({ headers, method }: IncomingMessage): readonly string[] {
  const isTold = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  return isTold || method === "GET" || method === "HEAD" ? [] : ["Content-Length", "0"];
}

/** Keeps what passes; a body that is too large is kept as undefined. */
function kept(stream: IncomingMessage): () => Buffer | undefined {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_KEPT_BYTES) chunks.push(chunk);
  });
  return () => (bytes <= MAX_KEPT_BYTES ? Buffer.concat(chunks) : undefined);
}

function textOf(bytes: Buffer | undefined, encoding = "identity"): string | undefined {
  const decode = decoders[encoding.toLowerCase()];
  if (bytes === undefined || decode === undefined) return undefined;
  try {
    return (bytes.length === 0 ? bytes : decode(bytes, { maxOutputLength: MAX_KEPT_BYTES })).toString();
  } catch {
    return undefined;
  }
}

type Decode = (bytes: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;
const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function single(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const MAX_KEPT_BYTES = 1024 * 1024;
