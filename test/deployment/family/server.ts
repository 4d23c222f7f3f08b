import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateSync, gzipSync } from "node:zlib";
import type { Choices } from "./choices.ts";
import { random } from "./draw.ts";
import { inCase } from "./webhooks.ts";
import type { Answer, Wire } from "./wire.ts";

export interface Asked {
  readonly method: string;
  /** As the document has it: without prefix and query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly apiKey: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers an operation; undefined where the path is unknown, or the method. */
export type Operate = (asked: Asked) => Promise<Answer | undefined> | Answer | undefined;

/** What stands before the operations of a company: its gateway, which may fail by itself. */
export class Server implements AsyncDisposable {
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #chance: () => number;
  readonly #operate: Operate;
  readonly #isKey: (key: string) => boolean;
  readonly #server = createServer((asked, answered) => void this.#take(asked, answered));
  #recent: readonly number[] = [];

  constructor(parts: {
    choices: Choices;
    wire: Wire;
    seed: number;
    operate: Operate;
    isKey: (key: string) => boolean;
  }) {
    this.#choices = parts.choices;
    this.#wire = parts.wire;
    this.#chance = random(parts.seed);
    this.#operate = parts.operate;
    this.#isKey = parts.isKey;
    this.#server.keepAliveTimeout = parts.choices.connection === "kept for a second" ? 1_000 : 60_000;
  }

  /** Returns the URL that its users give. */
  async listen(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    const address = this.#server.address();
    const { prefix } = this.#choices;
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}${prefix.startsWith("/") ? prefix : ""}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #take(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    const raw = await buffer(asked).catch(() => Buffer.alloc(0));
    const { deviation } = this.#choices;
    const drawn = this.#chance();
    const isDone = this.#chance() < 0.5;
    if (deviation === "slow") await sleep(300);
    if (deviation === "sometimes very slow" && drawn < 0.02) await sleep(9_000);
    if (deviation === "503 with Retry-After" && drawn < 0.02)
      return this.#trouble(answered, 503, { "Retry-After": "1" });
    const isLost = (deviation === "resets" || deviation === "502") && drawn < 0.012;
    const answer = isLost && !isDone ? undefined : await this.#answer(asked, raw);
    if (answer !== undefined && !isLost) return this.#write(asked, answered, answer);
    if (deviation === "502") return this.#trouble(answered, 502);
    asked.socket.resetAndDestroy();
  }

  #trouble(answered: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}): void {
    answered
      .writeHead(status, { ...headers, "Content-Type": "text/html" })
      .end("<html><body>Bad gateway</body></html>");
  }

  async #answer(asked: IncomingMessage, raw: Buffer): Promise<Answer> {
    const { keyErrors, contentType } = this.#choices;
    const limited = this.#limited();
    if (limited !== undefined) return limited;
    const key = asked.headers["x-api-key"];
    const apiKey = typeof key === "string" ? key : undefined;
    if (apiKey === undefined || !this.#isKey(apiKey)) {
      const statuses = { "401": [401, 401], "403": [403, 403], "401 or 403": [401, 403], "400 or 401": [400, 401] };
      return { ...this.#wire.refusal("key"), status: statuses[keyErrors][apiKey === undefined ? 0 : 1] ?? 401 };
    }
    const { pathname, searchParams: query } = new URL(asked.url ?? "/", "http://company");
    const path = this.#documented(pathname);
    if (path === undefined) return this.#unknown();
    const method = asked.method ?? "";
    const body = this.#parsed(raw);
    const isJson = raw.length === 0 || /^application\/json\b/i.test(asked.headers["content-type"] ?? "");
    if (contentType === "application/json only" && !isJson) return this.#wire.refusal("mediaType");
    if (body === undefined) return this.#wire.refusal("malformed");
    return (await this.#operate({ method, path, query, apiKey, body })) ?? this.#unknownOperation(path);
  }

  /** The path as the document has it; undefined where nothing is. */
  #documented(pathname: string): string | undefined {
    const { prefix } = this.#choices;
    const isBelowV1 = pathname.startsWith("/v1/");
    const path = isBelowV1 ? pathname.slice(3) : pathname;
    if (prefix === "" || prefix === "/api" || prefix === "/v1") {
      return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : undefined;
    }
    if (prefix === "root and /v1") return path;
    if (!path.startsWith("/account-balance")) return isBelowV1 ? undefined : path;
    const isOnlyBelow = prefix === "account-balance below /v1" || path.startsWith("/account-balance/withdraw");
    return isBelowV1 || !isOnlyBelow ? path : undefined;
  }

  #parsed(raw: Buffer): Asked["body"] | undefined {
    if (raw.length === 0) return {};
    try {
      const body: unknown = JSON.parse(raw.toString());
      return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : undefined;
    } catch {
      return undefined;
    }
  }

  #unknownOperation(path: string): Answer {
    const { wrongMethod } = this.#choices;
    const isKnown = paths.test(path) && wrongMethod !== "as an unknown path";
    return isKnown ? { ...this.#wire.refusal("method"), status: Number(wrongMethod) } : this.#unknown();
  }

  #unknown(): Answer {
    const { unknownPath } = this.#choices;
    const answer = { ...this.#wire.refusal("path"), status: Number(unknownPath.slice(0, 3)) };
    if (unknownPath.endsWith("page"))
      return { ...answer, mediaType: "text/html", text: "<!doctype html><title>404</title>" };
    if (unknownPath.endsWith("text")) return { ...answer, mediaType: "text/plain", text: "rota desconhecida" };
    return unknownPath.endsWith("empty") ? { ...answer, text: "" } : answer;
  }

  #limited(): Answer | undefined {
    const { rateLimit } = this.#choices;
    if (rateLimit === "none") return undefined;
    const now = Date.now();
    const [count, windowMs] = rateLimit.startsWith("20") ? [20, 1_000] : [300, 60_000];
    this.#recent = this.#recent.filter((at) => at > now - windowMs);
    if (this.#recent.length < count) {
      this.#recent = [...this.#recent, now];
      return undefined;
    }
    const free = (this.#recent[0] ?? now) + windowMs;
    const { headers: _, ...answer } = this.#wire.refusal("rate");
    if (rateLimit.endsWith("without Retry-After")) return { ...answer, headers: {} };
    const date = new Date(Math.ceil(free / 1_000) * 1_000).toUTCString();
    return { ...answer, headers: { "Retry-After": rateLimit.startsWith("20") ? "1" : date } };
  }

  async #write(
    asked: IncomingMessage,
    answered: ServerResponse,
    { status, mediaType, headers, text }: Answer,
  ): Promise<void> {
    const { coding, framing, headerCase, connection } = this.#choices;
    const isCoded =
      coding === "gzip" || (coding !== "none" && asked.headers["accept-encoding"]?.includes(coding.slice(0, 4)));
    const plain = Buffer.from(text);
    const isDeflated = coding === "deflate";
    const body = !isCoded || text === "" ? plain : isDeflated ? deflateSync(plain) : gzipSync(plain);
    const all: Record<string, string> = { ...headers, "X-Request-Id": this.#wire.id("req") };
    if (text !== "") all["Content-Type"] = mediaType;
    if (body !== plain) all["Content-Encoding"] = isDeflated ? "deflate" : "gzip";
    if (connection === "close") all.Connection = "close";
    if (framing === "length" && status !== 204) all["Content-Length"] = String(body.length);
    const spelled = Object.entries(all).map(([name, value]) => [inCase(name, headerCase), value]);
    answered.writeHead(status, Object.fromEntries(spelled));
    if (framing === "pieces of 37 bytes") {
      for (let at = 0; at < body.length; at += 37) answered.write(body.subarray(at, at + 37));
    } else answered.write(body);
    answered.end();
  }
}

const paths = /^\/(account-balance(\/withdraw(als|-fee|\/confirm|\/resend-otp|\/cancel)?)?|webhooks?(\/.*)?)$/;
