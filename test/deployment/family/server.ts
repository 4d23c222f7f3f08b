import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { deflateSync, gzipSync } from "node:zlib";
import type { Choices } from "./choices.ts";
import { random } from "./draw.ts";
import { type Answer, inCase, type Wire } from "./wire.ts";

export interface Asked {
  readonly method: string;
  /** As the document has it: without prefix and query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly apiKey: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers an operation; undefined where there is no such path, or it does not take the method. */
type Operate = (asked: Asked) => Promise<Answer> | Answer | undefined;

/** What stands before the operations of a company: its gateway, which may fail by itself. */
export class Server implements AsyncDisposable {
  readonly #choices: Choices;
  readonly #wire: Wire;
  readonly #chance: () => number;
  readonly #operate: Operate;
  readonly #keys: ReadonlySet<string>;
  readonly #server = createServer((asked, answered) => void this.#take(asked, answered));
  #recent: readonly number[] = [];

  constructor(wire: Wire, choices: Choices, seed: number, keys: readonly string[], operate: Operate) {
    this.#keys = new Set(keys);
    this.#wire = wire;
    this.#choices = choices;
    this.#chance = random(seed);
    this.#operate = operate;
    this.#server.keepAliveTimeout = choices.connection === "kept for a second" ? 1_000 : 60_000;
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

  async #answer({ method = "", headers, url = "/" }: IncomingMessage, raw: Buffer): Promise<Answer> {
    const limited = this.#limited();
    if (limited !== undefined) return limited;
    const apiKey = headers["x-api-key"];
    if (typeof apiKey !== "string" || !this.#keys.has(apiKey)) return this.#keyRefused(apiKey === undefined);
    const { pathname: asked, search, searchParams: query } = new URL(url, "http://company");
    const { slash } = this.#choices;
    const pathname = slash === "none" ? asked : asked.replace(/\/$/, "");
    if (slash !== "none" && pathname === asked) {
      const location = `${slash.endsWith("host") ? `http://${headers.host}` : ""}${asked}/${search}`;
      return { status: Number(slash.slice(0, 3)), mediaType: "text/html", headers: { Location: location }, text: "" };
    }
    const path = this.#documented(pathname);
    if (path === undefined) return this.#unknown();
    const isJson = raw.length === 0 || /^application\/json\b/i.test(headers["content-type"] ?? "");
    if (this.#choices.contentType === "application/json only" && !isJson) return this.#wire.refusal("mediaType");
    const body = parsed(raw);
    if (body === undefined) return this.#wire.refusal("malformed");
    return (await this.#operate({ method, path, query, apiKey, body })) ?? this.#unknownOperation(path);
  }

  #keyRefused(isMissing: boolean): Answer {
    const [missing = "", wrong = missing] = this.#choices.keyErrors.split(" or ");
    return { ...this.#wire.refusal("key"), status: Number(isMissing ? missing : wrong) };
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
    const recent = this.#recent.filter((at) => at > now - windowMs);
    const freeAt = (recent[0] ?? now) + windowMs;
    this.#recent = recent.length < count ? [...recent, now] : recent;
    if (recent.length < count) return undefined;
    const date = new Date(Math.ceil(freeAt / 1_000) * 1_000).toUTCString();
    const after = rateLimit.startsWith("20") ? "1" : rateLimit.endsWith("date") ? date : undefined;
    return { ...this.#wire.refusal("rate"), headers: after === undefined ? {} : { "Retry-After": after } };
  }

  async #write(
    asked: IncomingMessage,
    answered: ServerResponse,
    { status, mediaType, headers, text }: Answer,
  ): Promise<void> {
    const { coding, framing, headerCase, connection } = this.#choices;
    const plain = Buffer.from(text);
    const isAsked = asked.headers["accept-encoding"]?.includes("gzip") === true;
    const code = {
      none: undefined,
      gzip: gzipSync,
      deflate: deflateSync,
      "gzip if asked for": isAsked ? gzipSync : undefined,
    }[coding];
    const body = text === "" ? plain : (code?.(plain) ?? plain);
    const all: Record<string, string> = { ...headers, "X-Request-Id": this.#wire.id("req") };
    if (text !== "") all["Content-Type"] = mediaType;
    if (body !== plain) all["Content-Encoding"] = coding === "deflate" ? "deflate" : "gzip";
    if (connection === "close") all.Connection = "close";
    if (framing === "length" && status !== 204) all["Content-Length"] = String(body.length);
    const spelled = Object.entries(all).map(([name, value]) => [inCase(name, headerCase), value]);
    const { early, clockSeconds } = this.#choices;
    if (early !== "nothing") answered.writeEarlyHints({ link: "</docs>; rel=preload; as=document" });
    answered.setHeader("Date", new Date(Date.now() + 1_000 * clockSeconds).toUTCString());
    answered.writeHead(status, Object.fromEntries(spelled));
    if (framing === "pieces of 37 bytes") {
      for (let at = 0; at < body.length; at += 37) answered.write(body.subarray(at, at + 37));
    } else answered.write(body);
    answered.end();
  }
}

const paths = /^\/(account-balance(\/withdraw(als|-fee|\/confirm|\/resend-otp|\/cancel)?)?|webhooks?(\/.*)?)$/;

/** Undefined where it is no JSON object. */
function parsed(raw: Buffer): Asked["body"] | undefined {
  if (raw.length === 0) return {};
  try {
    const body: unknown = JSON.parse(raw.toString());
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}
