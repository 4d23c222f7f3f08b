import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import {
  type ReceivedRequest,
  type Receiver,
  type Respond,
  startReceiver,
} from "../../src/outbound/testing/receiver.ts";
import { loadDocument } from "../../src/spec/document.ts";
import type { CodeSource } from "../codes/code-source.ts";
import { type JsonObject, parseJson } from "../description/json.ts";
import { Desk, type DeskParts } from "./desk.ts";
import { codePath, deliveryPath, deskHeaders, endPath } from "./headers.ts";

const clause = "otp.required";
const apiKey = "acme-live-key";
const withdraw = "/account-balance/withdraw";
const document: JsonObject = JSON.parse(JSON.stringify(loadDocument("interface").source));
const initiated = { status: 201, body: JSON.stringify({ data: { withdrawId: "wdr_1" } }) };

/** What is answered to the desk's look at what was there before the first initiation. */
const noHistory = { status: 200, body: "[]" };

/** The one source of codes knows one code. */
const codes: CodeSource = { name: "test", code: async () => "482915", close: async () => {} };

interface Asked {
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A desk before a target, as a contract uses it. */
class Counter implements AsyncDisposable {
  readonly desk: Desk;
  readonly #url: string;

  private constructor(desk: Desk, url: string) {
    this.desk = desk;
    this.#url = url;
  }

  static async before(url: string, parts: Partial<DeskParts> = {}): Promise<Counter> {
    const permissions = { open: true, settle: true, webhooks: true, budgetCents: 1_000, cancelOpen: false };
    const usual = { url, document, permissions, codes, apiKey, adminToken: "admin-token", hasControlPlane: false };
    const desk = new Desk({ ...usual, ...parts });
    return new Counter(desk, await desk.listen());
  }

  /** Byte for byte, as no client would change it. */
  async asks(method: string, path: string, { body = "", headers = {} }: Asked = {}) {
    const own = { [deskHeaders.token]: this.desk.token, [deskHeaders.clause]: clause, "x-api-key": apiKey };
    const { hostname, port } = new URL(this.#url);
    const request = httpRequest({ hostname, port, method, path, headers: { ...own, ...headers } });
    request.end(body);
    const [response] = await once(request, "response");
    const text = (await buffer(response)).toString();
    return { status: response.statusCode, headers: response.headers, says: response.headers[deskHeaders.says], text };
  }

  get address(): URL {
    return new URL(this.#url);
  }

  initiates = () => this.asks("POST", withdraw, json({ value: 300 }));
  confirms = (otpCode: string) => this.asks("POST", `${withdraw}/confirm`, json({ withdrawId: "wdr_1", otpCode }));
  ends = () => this.asks("POST", endPath);

  get evidence(): string {
    const { evidence } = this.desk;
    return JSON.stringify([evidence.exchangesFor(clause), evidence.deliveriesFor(clause)]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.desk.close();
  }
}

function json(value: unknown): Asked {
  return { body: JSON.stringify(value), headers: { "content-type": "application/json" } };
}

/** Without the look at what was there before. */
function said({ requests }: Receiver): readonly string[] {
  const lines = requests.map(({ method, path }) => `${method} ${path}`);
  return lines.filter((line) => line !== "GET /account-balance/withdrawals");
}

describe("a request", () => {
  test("reaches the target as it is: its path, its own headers, and the bytes of its body", async () => {
    await using target = await startReceiver({ status: 418, headers: { "x-own": "a" }, body: "no JSON \u00e9" });
    await using counter = await Counter.before(`${target.url}/api/`);
    const body = Buffer.from([123, 0, 255, 32, 10]);
    const headers = { "content-type": "application/x-own", "x-extra": "b" };
    const answer = await counter.asks("GET", "/webhook/%00/logs?a=%2f&a=b");
    expect(answer).toMatchObject({ status: 418, headers: { "x-own": "a" }, text: "no JSON \u00e9", says: undefined });
    await counter.asks("POST", "/webhook", { body, headers });
    const [read, request] = target.requests;
    expect(read).toMatchObject({ method: "GET", path: "/api/webhook/%00/logs?a=%2f&a=b", body: Buffer.alloc(0) });
    expect(request).toMatchObject({ method: "POST", path: "/api/webhook", body });
    expect(request?.headers).toMatchObject({ ...headers, "x-api-key": apiKey, "user-agent": "saldo-contract" });
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith("x-saldo"))).toEqual([]);
  });

  test("is sent only for who has the token", async () => {
    await using target = await startReceiver("ok");
    await using counter = await Counter.before(target.url);
    for (const path of ["/account-balance", endPath, codePath]) {
      const answer = await counter.asks("POST", path, { headers: { [deskHeaders.token]: "another" } });
      expect([answer.status, answer.says]).toEqual([502, "not-allowed"]);
      expect(answer.text).not.toContain("482915");
    }
    expect(target.requests).toEqual([]);
  });

  test("that is not allowed never reaches the target, and is answered with what it needs", async () => {
    await using target = await startReceiver("ok");
    const permissions = { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
    await using counter = await Counter.before(target.url, { permissions });
    const answer = await counter.initiates();
    expect([answer.says, parseJson(answer.text)]).toEqual([
      "not-allowed",
      expect.objectContaining({ needs: "allow-open" }),
    ]);
    for (const path of [`${withdraw}/`, `/${withdraw}`, "/account-balance/%77ithdraw", "/elsewhere"]) {
      expect((await counter.asks("POST", path, json({ value: 300 }))).says).toBe("not-allowed");
    }
    expect(target.requests).toEqual([]);
  });

  test("names no other server than the target", async () => {
    await using target = await startReceiver("ok");
    await using other = await startReceiver("ok");
    await using counter = await Counter.before(target.url);
    const { host } = new URL(other.url);
    for (const path of [`${other.url}/`, `http://${host}/account-balance`]) await counter.asks("GET", path);
    expect(other.requests).toEqual([]);
  });

  test("is not sent to where a redirect leads", async () => {
    await using elsewhere = await startReceiver("ok");
    await using target = await startReceiver({ status: 307, headers: { location: elsewhere.url } });
    await using counter = await Counter.before(target.url);
    const answer = await counter.asks("GET", "/account-balance");
    expect([answer.status, answer.headers.location]).toEqual([307, elsewhere.url]);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe("what a target answers", () => {
  test.each([
    ["a status beyond those of HTTP", "HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}"],
    ["a header that nobody could pass on", "HTTP/1.1 200 OK\r\nx-own: a\u{1F600}b\r\ncontent-length: 2\r\n\r\n{}"],
    [
      "a header of the desk's own",
      `HTTP/1.1 200 OK\r\n${deskHeaders.says}: not-allowed\r\ncontent-length: 2\r\n\r\n{}`,
    ],
    ["two headers of one name", "HTTP/1.1 200 OK\r\nset-cookie: a\r\nset-cookie: b\r\ncontent-length: 2\r\n\r\n{}"],
  ])("is passed back even if it has %s", async (_, answer) => {
    await using target = await startRawTarget(answer);
    await using counter = await Counter.before(target.url);
    const { text, says } = await counter.asks("GET", "/account-balance");
    expect([text, says]).toEqual(["{}", undefined]);
  });

  test.each(["close-at-once", "half-answer"] as const)("may be none: %s", async (manner) => {
    await using target = await startReceiver(manner);
    await using counter = await Counter.before(target.url);
    const answer = await counter.asks("GET", "/account-balance");
    expect([answer.status, answer.says]).toEqual([502, "no-answer"]);
    expect(counter.evidence).toContain('"status":null');
    // It is asked for once, whatever becomes of it.
    expect(target.requests).toHaveLength(1);
  });

  test("is nothing where nobody listens, which is told apart", async () => {
    const target = await startReceiver("ok");
    await target[Symbol.asyncDispose]();
    await using counter = await Counter.before(target.url);
    const initiation = await counter.initiates();
    expect(initiation.says).toBe("unreachable");
    // Nothing can have been opened there.
    expect(counter.desk.bookkeeper.leftBehind).toEqual([]);
  });
});

describe("what was opened", () => {
  test("is cancelled when its contract ends, and not again when the run does", async () => {
    await using target = await startReceiver([noHistory, initiated, "ok"]);
    const counter = await Counter.before(target.url);
    await counter.initiates();
    expect((await counter.ends()).status).toBe(204);
    await counter.desk.close();
    expect(said(target)).toEqual([`POST ${withdraw}`, `POST ${withdraw}/cancel`]);
  });

  test("is cancelled when the run ends, whatever has become of the contract", async () => {
    await using target = await startReceiver([noHistory, initiated, "ok"]);
    const counter = await Counter.before(target.url);
    await counter.initiates();
    await counter.desk.close();
    expect(said(target)).toEqual([`POST ${withdraw}`, `POST ${withdraw}/cancel`]);
    expect(counter.desk.bookkeeper.leftBehind).toEqual([]);
  });

  test("is cancelled although the answer comes only when nobody waits for it any more", async () => {
    const initiations: Respond[] = [];
    await using target = await startReceiver([noHistory, (_request, respond) => void initiations.push(respond), "ok"]);
    const counter = await Counter.before(target.url);
    const left = counter.initiates().catch(() => "nothing came");
    await target.reached(2);
    const closed = counter.desk.close();
    initiations[0]?.(initiated);
    await Promise.all([closed, left]);
    expect(said(target)).toEqual([`POST ${withdraw}`, `POST ${withdraw}/cancel`]);
  });

  test("that cannot be cancelled is told at the end", async () => {
    await using target = await startReceiver([noHistory, initiated, 500]);
    const counter = await Counter.before(target.url);
    await counter.initiates();
    await counter.ends();
    await counter.desk.close();
    expect(said(target)).toEqual([`POST ${withdraw}`, `POST ${withdraw}/cancel`, `POST ${withdraw}/cancel`]);
    expect(counter.desk.bookkeeper.leftBehind).toEqual([expect.stringContaining("wdr_1")]);
  });

  test("may be something that was not answered", async () => {
    await using target = await startReceiver("close-at-once");
    await using counter = await Counter.before(target.url);
    await counter.initiates();
    expect(counter.desk.bookkeeper.leftBehind).toEqual([expect.stringContaining("a withdrawal may be open")]);
  });

  test("and was confirmed without an answer is in the ledger", async () => {
    await using target = await startReceiver([noHistory, initiated, "close-at-once", 409]);
    await using counter = await Counter.before(target.url);
    await counter.initiates();
    await counter.confirms("482915");
    const { ledger } = counter.desk.bookkeeper.book;
    expect(ledger).toMatchObject({ spentCents: 300, entries: [{ clause, withdrawId: "wdr_1", outcome: "unknown" }] });
  });
});

describe("too many requests", () => {
  const tooMany = (headers = {}) => ({ status: 429, headers, body: "{}" });
  const read = "/account-balance";

  test("are neither for nor against a target: it is said what is needed", async () => {
    await using target = await startReceiver([noHistory, tooMany(), tooMany()]);
    await using counter = await Counter.before(target.url, { patienceMs: 60_000 });
    const answers = [await counter.initiates(), await counter.asks("GET", read)];
    for (const { says, text } of answers) {
      expect([says, parseJson(text)]).toEqual([
        "not-allowed",
        { needs: "rate-limit", reason: "the target answers 429: too many requests" },
      ]);
    }
    expect(counter.desk.bookkeeper.leftBehind).toEqual([]);
    expect(said(target)).toHaveLength(2);
  });

  test("are sent once more after the wait that is asked for, if it is not too long", async () => {
    await using target = await startReceiver([
      tooMany({ "retry-after": "0" }),
      "ok",
      tooMany({ "retry-after": "2" }),
      "ok",
    ]);
    await using counter = await Counter.before(target.url, { patienceMs: 1_000 });
    expect((await counter.asks("GET", read)).status).toBe(200);
    expect((await counter.asks("GET", read)).says).toBe("not-allowed");
    expect(target.requests).toHaveLength(3);
  });

  test("of a gateway that asks for a wait are put off when they only read", async () => {
    await using target = await startReceiver([noHistory, { status: 503, headers: { "retry-after": "0" } }, "ok"]);
    await using counter = await Counter.before(target.url);
    const initiation = await counter.initiates();
    expect([initiation.status, initiation.says]).toEqual([503, undefined]);
    expect(target.requests).toHaveLength(2);
    target.behave([{ status: 503, headers: { "retry-after": "0" } }, "ok"]);
    expect((await counter.asks("GET", read)).status).toBe(200);
  });

  test("may be the refusal of a code, and are passed on where a description has that status", async () => {
    const text = JSON.stringify(document);
    const described = JSON.parse(text.replace('"x-responses":{', '"x-responses":{"429":{"description":"Own."},'));
    await using target = await startReceiver(tooMany({ "retry-after": "0" }));
    await using counter = await Counter.before(target.url, { patienceMs: 1_000 });
    expect((await counter.confirms("482915")).says).toBe("not-allowed");
    const body = json({ withdrawId: "saldo-contract-unknown-1", otpCode: "000000" });
    expect((await counter.asks("POST", `${withdraw}/confirm`, body)).status).toBe(429);
    expect(target.requests).toHaveLength(1);
    await using other = await Counter.before(target.url, { document: described });
    expect((await other.asks("GET", read)).status).toBe(429);
    expect(target.requests).toHaveLength(2);
  });
});

test("a one-time code is given to contracts, and from then on only others are known to be wrong", async () => {
  await using target = await startReceiver([noHistory, initiated]);
  const permissions = { open: true, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
  await using counter = await Counter.before(target.url, { permissions });
  await counter.initiates();
  expect((await counter.confirms("000000")).says).toBe("not-allowed");
  const given = await counter.asks("POST", codePath, json({ withdrawId: "wdr_1", apiKey, sentAfter: "2026-03-02" }));
  expect(parseJson(given.text)).toEqual({ code: "482915" });
  expect((await counter.confirms("000000")).says).toBeUndefined();
  expect((await counter.confirms("482915")).says).toBe("not-allowed");
  expect(said(target)).toEqual([`POST ${withdraw}`, `POST ${withdraw}/confirm`]);
});

test("nobody waits for a code whose contract is gone", async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  const patient: CodeSource = {
    ...codes,
    code: (_request, signal) => {
      asked.resolve(signal);
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  await using target = await startReceiver("ok");
  await using counter = await Counter.before(target.url, { codes: patient });
  const { hostname, port } = counter.address;
  const headers = { [deskHeaders.token]: counter.desk.token };
  const request = httpRequest({ hostname, port, method: "POST", path: codePath, headers }).on("error", () => {});
  request.end("{}");
  const signal = await asked.promise;
  const gone = once(signal, "abort");
  request.destroy();
  await gone;
});

describe("a sandbox", () => {
  const made = {
    status: 201,
    body: JSON.stringify({ worldId: "wld_1", companies: [{ apiKey: "own-key" }, { apiKey: "other" }] }),
  };

  test("lets everything happen in the run's own worlds, which are deleted at the end, each once", async () => {
    await using target = await startReceiver([made, initiated, "ok"]);
    const permissions = { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
    const counter = await Counter.before(target.url, { permissions, hasControlPlane: true });
    await counter.asks("POST", "/sandbox/worlds", json({}));
    const own = { ...json({ value: 300 }), headers: { "x-api-key": "own-key" } };
    expect((await counter.asks("POST", withdraw, own)).says).toBeUndefined();
    await counter.desk.close();
    expect(said(target)).toEqual(["POST /sandbox/worlds", `POST ${withdraw}`, "DELETE /sandbox/worlds/wld_1"]);
    expect(target.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer admin-token",
      undefined,
      "Bearer admin-token",
    ]);
    expect(counter.desk.bookkeeper.book.ledger.entries).toEqual([]);
  });

  test("protects the user's own account in it like any other", async () => {
    await using target = await startReceiver("ok");
    const permissions = { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
    await using counter = await Counter.before(target.url, { permissions, hasControlPlane: true });
    expect((await counter.initiates()).says).toBe("not-allowed");
  });

  test("without a control plane keeps its administrator's token to itself", async () => {
    await using target = await startReceiver("ok");
    await using counter = await Counter.before(target.url);
    await counter.asks("GET", "/sandbox/worlds");
    expect(target.requests[0]?.headers.authorization).toBeUndefined();
  });
});

describe("evidence", () => {
  test("has requests, answers and deliveries, by clause", async () => {
    await using target = await startReceiver({ status: 200, headers: { "x-own": "a" }, body: '{"balance":150000}' });
    await using counter = await Counter.before(target.url);
    await counter.asks("GET", "/account-balance");
    const delivery = {
      at: "2026-03-02T12:00:00.000Z",
      headers: { "x-webhook-event": "charge.paid" },
      body: "{}",
      answered: 200,
    };
    expect((await counter.asks("POST", deliveryPath, json(delivery))).status).toBe(204);
    const { evidence } = counter.desk;
    expect(evidence.exchangesFor(clause)).toMatchObject([
      { method: "GET", path: "/account-balance", requestBody: null, status: 200, responseBody: '{"balance":150000}' },
    ]);
    expect(evidence.deliveriesFor(clause)).toEqual([delivery]);
    expect([evidence.exchangesFor("otp.six-digits"), evidence.deliveriesFor("otp.six-digits")]).toEqual([[], []]);
    expect(target.requests).toHaveLength(1);
  });

  test("shows neither keys nor codes, wherever they are said", async () => {
    const echo = (request: ReceivedRequest, respond: Respond) =>
      respond({
        status: 200,
        headers: { "x-echo": String(request.headers["x-api-key"]) },
        body: `you said ${request.body}`,
      });
    await using target = await startReceiver(echo);
    await using counter = await Counter.before(target.url, { hasControlPlane: true });
    await counter.asks("POST", codePath, json({ withdrawId: "wdr_1" }));
    await counter.asks("GET", `/webhook/${apiKey}/logs`);
    await counter.asks("POST", "/elsewhere", {
      headers: { "x-api-key": "of-nobody" },
      body: "the code 482915, the key acme-live-key, admin-token",
    });
    expect(counter.evidence).toContain("you said the code [redacted]");
    for (const secret of [apiKey, "482915", "admin-token"]) expect(counter.evidence).not.toContain(secret);
  });

  test("does not show a webhook's secret again, whatever an overlay calls it", async () => {
    const text = JSON.stringify(document).replace('"secret":{"type"', '"signingKey":{"x-value":"secret","type"');
    expect(text).toContain("signingKey");
    const body = JSON.stringify({ data: { signingKey: "whsec_of_acme" } });
    await using target = await startReceiver([
      { status: 201, body },
      { status: 200, body: "was whsec_of_acme" },
    ]);
    await using counter = await Counter.before(target.url, { document: JSON.parse(text) });
    await counter.asks("POST", "/webhook", json({ url: "https://hooks.acme.dev/" }));
    await counter.asks("GET", "/webhook");
    expect(counter.evidence).toContain("was [redacted]");
    expect(counter.evidence).not.toContain("whsec_of_acme");
    expect(counter.desk.evidence.redactionFor().text("it is whsec_of_acme")).toBe("it is [redacted]");
  });

  test("does not show a webhook's secret under a name that nobody has described", async () => {
    const body = JSON.stringify({
      webhookId: "whk_3b7e9f104c2d4e8aa1b57d6c",
      url: "https://hooks.acme.dev/other-address",
      hmac: "4f1c0e9a7d3b2c5e8f60",
      events: ["withdraw.completed"],
      at: "2026-03-02T12:00:00.000Z",
    });
    await using target = await startReceiver([
      { status: 201, body },
      { status: 200, body: "was 4f1c0e9a7d3b2c5e8f60" },
    ]);
    await using counter = await Counter.before(target.url);
    await counter.asks("POST", "/webhook", json({ url: "https://hooks.acme.dev/" }));
    await counter.asks("GET", "/webhook");
    expect(counter.evidence).not.toContain("4f1c0e9a7d3b2c5e8f60");
    for (const shown of ["whk_3b7e9f", "other-address", "withdraw.completed", "12:00:00.000Z"]) {
      expect(counter.evidence).toContain(shown);
    }
  });

  test("does not show what looks like a PIX key in the history", async () => {
    const uuid = "123e4567-e89b-42d3-a456-426614174000";
    const keys = ["maria@acme.dev", "12345678901", "12345678000195", "+5511987654321", uuid];
    const record = { id: "9b2e4567-e89b-42d3-a456-426614174000", to: keys.slice(0, 4), pixTarget: uuid };
    await using target = await startReceiver({ status: 200, body: JSON.stringify([record]) });
    await using counter = await Counter.before(target.url);
    await counter.asks("GET", "/account-balance/withdrawals");
    for (const key of keys) expect(counter.evidence).not.toContain(key);
    expect(counter.evidence).toContain(record.id);
  });

  test("does not show what a contract says in a field that an overlay has renamed", async () => {
    const renamed = '"token":{"x-value":"otpCode","description":"The 6-digit';
    const text = JSON.stringify(document).replace('"otpCode":{"description":"The 6-digit', renamed);
    expect(text).toContain(renamed);
    await using target = await startReceiver("ok");
    await using counter = await Counter.before(target.url, { document: JSON.parse(text) });
    await counter.asks(
      "POST",
      `${withdraw}/confirm`,
      json({ withdrawId: "saldo-contract-unknown-1", token: "777777" }),
    );
    expect(target.requests).toHaveLength(1);
    expect(counter.evidence).toContain("[redacted]");
    expect(counter.evidence).not.toContain("777777");
  });
});

/** A target that writes these bytes for every request. */
async function startRawTarget(answer: string) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}
