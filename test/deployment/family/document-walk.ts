import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, inflateSync } from "node:zlib";
import { request } from "undici";
import type { Choices } from "./choices.ts";
import { apiKey, Member, otherKey } from "./member.ts";
import { firedEvents, type Members, pixKey } from "./shapes.ts";

interface Came {
  readonly headers: Members;
  readonly body: Buffer;
  readonly at: number;
}

/** By the path of a webhook, what came to it. */
type Mailbox = Readonly<Record<"told" | "all" | "failing", Came[]>>;

/**
 * Walks through the document of the interface, sentence by sentence, on a member with these choices, whose gateway has no
 * troubles then. Throws what the member breaks. It knows the member's names: it judges the family, not the suite.
 */
export async function walkDocument(choices: Choices, seed: number): Promise<void> {
  const quiet: Choices = {
    ...choices,
    ...({ deviation: "none", rateLimit: "none", traffic: "none", settlement: "pays", greeting: "none" } as const),
    ...({ balanceSeconds: 0, historySeconds: 0, spreadSeconds: 0, refusalStatus: "of the reason" } as const),
  };
  const box: Mailbox = { told: [], all: [], failing: [] };
  const receiver = createServer(async (asked, answered) => {
    const path = Object.keys(box).find((name): name is keyof Mailbox => `/${name}` === asked.url) ?? "told";
    box[path].push({ headers: asked.headers, body: await buffer(asked), at: Date.now() });
    answered.writeHead(path === "failing" && box.failing.length <= 5 ? 499 + box.failing.length : 299).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const address = receiver.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  try {
    await using member = await Member.start(quiet, seed, { "hooks.acme.dev": origin });
    const walk = new Walk(quiet, member);
    await walk.readings();
    await walk.codes();
    await walk.payment(box);
    await walk.charges();
    await walk.deliveries(box);
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

class Walk {
  readonly #choices: Choices;
  readonly #member: Member;
  readonly #floor: number;

  constructor(choices: Choices, member: Member) {
    this.#choices = choices;
    this.#member = member;
    this.#floor = choices.minimum + choices.fee;
  }

  async readings(): Promise<void> {
    const { status, message, data } = await this.#good("GET /account-balance");
    const { balance, currency, reservedBalance, reserveHolds } = data;
    assert(Number.isInteger(status) && typeof message === "string" && Number.isInteger(balance) && currency === "BRL");
    for (const { chargeId, amountCents, releaseAt, status: held } of reserveHolds)
      assert(typeof chargeId === "string" && Number.isInteger(amountCents) && isUtc(releaseAt) && held === "HELD");
    assert.equal(
      reserveHolds.reduce((sum: number, hold: { amountCents: number }) => sum + hold.amountCents, 0),
      reservedBalance,
    );
    const amounts = everything(await this.#good("GET /account-balance/withdraw-fee")).filter(
      ([, value]) => typeof value === "number",
    );
    assert(
      amounts.length >= 2 && amounts.every(([, value]) => Number.isInteger(value)),
      "fee and net amount are no integers",
    );
    const reads = [
      "GET /account-balance",
      "GET /account-balance/withdrawals",
      "GET /webhook/events",
      "POST /account-balance/withdraw",
    ];
    for (const read of reads) for (const key of [null, "wrong"]) await this.#bad(read, { value: this.#floor }, key);
    const listed = JSON.stringify(await this.#good("GET /webhook/events"));
    for (const name of firedEvents) assert(listed.includes(`"${name}"`), `${name} is not listed`);
  }

  async codes(): Promise<void> {
    const floor = this.#floor;
    for (const value of [undefined, floor + 0.5, floor - 1, -5, 0]) await this.#bad(INITIATE, { value });
    const first = await this.#open();
    const conflict = await this.#bad(INITIATE, { value: floor });
    assert.deepEqual([conflict.status, memberOf(conflict.body, "withdrawId")], [409, first]);
    const record = await this.#record(first);
    assert(
      states.includes(String(record.status)) &&
        JSON.stringify(record).includes(pixKey) &&
        JSON.stringify(record).includes(`:${floor}`),
    );
    await this.#good(INITIATE, { value: floor }, otherKey);
    const code = await this.#code(first);
    assert.match(code, /^\d{6}$/);
    await this.#bad(CONFIRM, { withdrawId: first });
    await this.#bad(RESEND, { withdrawId: first });
    for (let nth = 0; nth < 5; nth += 1) await this.#bad(CONFIRM, { withdrawId: first, otpCode: wrong(code) });
    await this.#bad(CONFIRM, { withdrawId: first, otpCode: code });
    await this.#bad(RESEND, { withdrawId: first });
    await sleep(this.#choices.codeSeconds * 1_000);
    await this.#bad(CONFIRM, { withdrawId: first, otpCode: code });
    await this.#good(RESEND, { withdrawId: first });
    const renewed = await this.#code(first, [code]);
    await this.#bad(RESEND, { withdrawId: first });
    for (let nth = 0; nth < 4; nth += 1) await this.#bad(CONFIRM, { withdrawId: first, otpCode: wrong(renewed) });
    await this.#bad(CONFIRM, { withdrawId: first, otpCode: code });
    await this.#good(CANCEL, { withdrawId: first });
    await this.#bad(CONFIRM, { withdrawId: first, otpCode: renewed });
  }

  async payment({ told }: Mailbox): Promise<void> {
    const { settleSeconds, announceSeconds, manualApproval, eventSeconds, successes } = this.#choices;
    const secret = await this.#hook("told", ["withdraw.completed"]);
    const withdrawId = await this.#open();
    const confirmed = await this.#good(CONFIRM, { withdrawId, otpCode: await this.#code(withdrawId) });
    const status = /^always|^only/.test(manualApproval) ? "PENDING_REVIEW" : "APPROVED";
    const says = everything(confirmed).some(([name, value]) => name === "status" && value === status);
    assert(says, `${JSON.stringify(confirmed)} of ${successes} does not say ${status}`);
    await this.#bad(CANCEL, { withdrawId });
    if (status === "PENDING_REVIEW") {
      await sleep(120_000);
      assert.equal((await this.#record(withdrawId)).status, status);
      await this.#member.driver.act("approve-withdrawal", { withdrawId });
    }
    assert.equal(told.length, 0, "told before it was paid");
    await sleep((settleSeconds + announceSeconds + eventSeconds + 5) * 1_000);
    const { status: paid, endToEndId } = await this.#record(withdrawId);
    assert(paid === "CONFIRMED" && typeof endToEndId === "string");
    assert.deepEqual(told.length, 1, "withdraw.completed was not told once");
    for (const one of told) checkDelivery(one, secret);
    await this.#good(CANCEL, { withdrawId: await this.#open() });
  }

  async charges(): Promise<void> {
    const { driver } = this.#member;
    const pay = async (retention: unknown) => {
      await driver.act("change-settings", { retention });
      await driver.act("pay-charge", await driver.act("make-charge", { total: 1_000 }));
      return this.#balance();
    };
    const before = await this.#balance();
    assert.deepEqual(await pay(null), { available: before.available + 1_000, held: before.held });
    assert.deepEqual(await pay({ percent: 10, holdFor: "PT60S" }), {
      available: before.available + 1_900,
      held: before.held + 100,
    });
    await sleep(90_000);
    assert((await this.#balance()).available >= before.available + 2_000, "what was held does not count as available");
    await driver.act("daily-withdrawal", {});
    assert.equal((await this.#balance()).available, 0);
  }

  async deliveries({ all, failing }: Mailbox): Promise<void> {
    for (const host of [
      "localhost",
      "10.1.2.3",
      "172.16.0.1",
      "172.31.9.9",
      "192.168.0.9",
      "example.com",
      "a.test",
      "b.local",
    ])
      await this.#bad("POST /webhook", this.#webhook(`https://${host}/x`, ["charge.paid"]));
    await this.#hook("failing", ["charge.paid"]);
    const secret = await this.#hook("all", ["charge.pending", "charge.paid", "charge.expired"]);
    const listed = JSON.stringify(await this.#good(`GET ${this.#choices.webhookList}`));
    assert(listed.includes("hooks.acme.dev/all") && !listed.includes(secret), "the list shows the secret");
    const pay = async () => {
      const { driver } = this.#member;
      await driver.act("pay-charge", await driver.act("make-charge", { total: 501, externalId: "ä/1" }));
      await sleep(100_000);
    };
    await pay();
    const waits = failing.slice(1).map(({ at }, nth) => (at - (failing[nth]?.at ?? 0)) / 1_000);
    const areRight = waits.length === 4 && waits.every((wait, nth) => Math.abs(wait / (5 * 2 ** nth) - 1) < 0.2);
    assert(areRight, `the waits are of ${waits.join(", ")} s`);
    await pay();
    assert.deepEqual([failing.length, all.length], [5, 4], "a deactivated webhook was told, or another one was not");
    for (const one of all) checkDelivery(one, secret);
  }

  /** Returns the secret. */
  async #hook(path: keyof Mailbox, events: readonly string[]): Promise<string> {
    const created = await this.#good("POST /webhook", this.#webhook(`https://hooks.acme.dev/${path}`, events));
    return String(everything(created).find(([name]) => /secret|segredo|token|hmac|signature/i.test(name))?.[1]);
  }

  #webhook(url: string, events: readonly string[]): Members {
    const values: readonly unknown[] = [url, "name", events];
    return Object.fromEntries(this.#choices.webhookNames.split(" ").map((name, nth) => [name, values[nth]]));
  }

  async #balance(): Promise<{ readonly available: number; readonly held: number }> {
    const body = await this.#good("GET /account-balance");
    return { available: body.data.balance, held: body.data.reservedBalance };
  }

  async #record(id: string): Promise<Members> {
    const size = Number.parseInt(this.#choices.paging, 10) || 0;
    for (let page = 1; page < 10; page += 1) {
      const body = await this.#good(`GET /account-balance/withdrawals?page=${page}&cursor=${(page - 1) * size}`);
      for (const [, value] of everything(body)) if (isObject(value) && Object.values(value).includes(id)) return value;
    }
    return assert.fail(`the history does not list ${id}`);
  }

  async #open(): Promise<string> {
    const id = memberOf(await this.#good(INITIATE, { value: this.#floor }), "withdrawId");
    assert(typeof id === "string", "there is no withdrawId");
    return id;
  }

  async #code(withdrawId: string, known: readonly string[] = []): Promise<string> {
    const asked = { withdrawId, known, valueCents: 0, mayPay: true, sentAfter: 0, apiKey };
    return (await this.#member.codes.read(asked, new AbortController().signal)).code;
  }

  async #bad(what: string, body: Members, key: string | null = apiKey) {
    const answer = await this.#ask(what, body, key);
    assert(answer.status >= 400 && answer.status < 500, `${what} ${JSON.stringify(body)} got ${answer.status}`);
    return answer;
  }

  async #good(what: string, body: Members = {}, key: string | null = apiKey) {
    const answer = await this.#ask(what, body, key);
    assert(answer.status < 300, `${what} ${JSON.stringify(body)} got ${answer.status}`);
    return answer.body;
  }

  async #ask(what: string, sent: Members, key: string | null) {
    const [method = "", path = ""] = what.split(" ");
    const isV1 = this.#choices.prefix.endsWith("below /v1") && path.startsWith("/account-balance");
    const own = this.#choices.slash === "none" ? path : path.replace(/(?=\?|$)/, "/");
    const { statusCode, headers, body } = await request(this.#member.url + (isV1 ? "/v1" : "") + own, {
      method,
      headers: {
        ...(key !== null && { "x-api-key": key }),
        ...(method === "POST" && { "content-type": "application/json" }),
      },
      ...(method === "POST" && { body: JSON.stringify(sent) }),
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    const coding = headers["content-encoding"];
    const text = (coding === "gzip" ? gunzipSync(bytes) : coding === "deflate" ? inflateSync(bytes) : bytes).toString();
    const isJson = String(headers["content-type"]).includes("json") && text !== "";
    return { status: statusCode, body: isJson ? JSON.parse(text) : undefined };
  }
}

function checkDelivery({ headers, body }: Came, secret: string): void {
  const { event, data, timestamp } = JSON.parse(body.toString());
  assert.equal(
    String(headers["x-webhook-signature"]).toLowerCase(),
    `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  );
  assert(
    headers["x-webhook-event"] === event && headers["x-webhook-delivery"] && isUtc(headers["x-webhook-timestamp"]),
  );
  assert(isObject(data) && isUtc(timestamp) && /^application\/json/.test(String(headers["content-type"])));
  if (!event.startsWith("charge.")) return;
  assert(typeof data.chargeId === "string" && typeof data.companyId === "string" && Number.isInteger(data.total));
  assert(["PENDING", "PROCESSING", "PAID", "EXPIRED"].includes(String(data.paymentStatus)));
  for (const text of [data.externalId, data.paidAt, data.expiresAt]) assert(text === null || typeof text === "string");
}

/** All members at any depth, outermost first. */
function everything(value: unknown, name = ""): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [[name, value]];
  return [[name, value], ...Object.entries(value).flatMap(([own, inner]) => everything(inner, own))];
}

function memberOf(body: unknown, name: string): unknown {
  return everything(body).find(([own]) => own === name)?.[1];
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isUtc(text: unknown): boolean {
  return typeof text === "string" && Date.parse(text) > 0 && /(Z|\+00:00)$/.test(text);
}

function wrong(code: string): string {
  return code.slice(0, 5) + ((Number(code[5]) + 1) % 10);
}

const INITIATE = "POST /account-balance/withdraw";
const [CONFIRM, RESEND, CANCEL] = [`${INITIATE}/confirm`, `${INITIATE}/resend-otp`, `${INITIATE}/cancel`];
const states = ["CREATED", "PENDING_REVIEW", "APPROVED", "CONFIRMED", "FAILED", "CANCELLED"];
