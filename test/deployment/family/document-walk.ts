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

interface Came {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  readonly at: number;
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

/**
 * Walks through the document of the interface, sentence by sentence, on a member with these choices, which has no troubles
 * of its gateway then. Throws what the member breaks. Knows the member's names: it judges the family, not the suite.
 */
export async function walkDocument(choices: Choices, seed: number): Promise<void> {
  const quiet: Choices = { ...choices, deviation: "none", rateLimit: "none", traffic: "none" };
  const came = new Map<string, Came[]>();
  const receiver = createServer(async (asked, answered) => {
    const path = asked.url ?? "";
    const before = came.get(path) ?? [];
    came.set(path, [...before, { headers: asked.headers, body: await buffer(asked), at: Date.now() }]);
    answered.writeHead(path === "/failing" && before.length < 5 ? 500 + before.length : 299).end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : 0;
  try {
    await using member = await Member.start(quiet, seed, { "hooks.acme.dev": `http://127.0.0.1:${port}` });
    const walk = new Walk(quiet, member, came);
    await walk.readings();
    await walk.codes();
    await walk.payment();
    await walk.charges();
    await walk.deliveries();
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

class Walk {
  readonly #choices: Choices;
  readonly #member: Member;
  readonly #came: ReadonlyMap<string, readonly Came[]>;
  readonly #floor: number;

  constructor(choices: Choices, member: Member, came: ReadonlyMap<string, readonly Came[]>) {
    this.#choices = choices;
    this.#member = member;
    this.#came = came;
    this.#floor = choices.minimum + choices.fee;
  }

  async readings(): Promise<void> {
    const { body } = await this.#good("GET", "/account-balance");
    assert(isObject(body) && Number.isInteger(body.status) && typeof body.message === "string" && isObject(body.data));
    const { balance, currency, reservedBalance, reserveHolds } = body.data;
    assert(Number.isInteger(balance) && currency === "BRL" && Array.isArray(reserveHolds));
    for (const hold of reserveHolds) {
      assert(typeof hold.chargeId === "string" && Number.isInteger(hold.amountCents) && hold.status === "HELD");
      assert(Date.parse(hold.releaseAt) > 0 && /(Z|\+00:00)$/.test(hold.releaseAt));
    }
    assert.equal(
      reservedBalance,
      reserveHolds.reduce((sum, { amountCents }) => sum + amountCents, 0),
    );
    const { body: fee } = await this.#good("GET", "/account-balance/withdraw-fee");
    const amounts = everything(fee).filter(([, value]) => typeof value === "number");
    assert(amounts.length >= 2 && amounts.every(([, value]) => Number.isInteger(value)));
    for (const path of [
      "/account-balance",
      "/account-balance/withdrawals",
      "/account-balance/withdraw-fee",
      "/webhook/events",
    ]) {
      for (const key of [null, "wrong"]) assert((await this.#ask("GET", path, undefined, key)).status >= 400);
    }
    assert((await this.#ask("POST", "/account-balance/withdraw", { value: 200_000 }, null)).status >= 400);
    const { body: listed } = await this.#good("GET", "/webhook/events");
    for (const name of ["charge.pending", "subscription.charge.failed", "withdraw.completed", "dispute.chargeback"])
      assert(JSON.stringify(listed).includes(name), `${name} is not listed`);
  }

  async codes(): Promise<void> {
    for (const value of [undefined, this.#floor + 0.5, this.#floor - 1, -5, 0]) await this.#bad("withdraw", { value });
    const first = await this.#open();
    const second = await this.#bad("withdraw", { value: this.#floor });
    assert.equal(second.status, 409);
    assert.equal(memberOf(second.body, "withdrawId"), first, "the conflict does not name the open withdrawal");
    const record = await this.#record(first);
    assert(states.includes(String(record.status)));
    assert(
      everything(record).some(([, value]) => value === this.#floor) && JSON.stringify(record).includes("5f84a4c5"),
    );
    const other = await this.#ask("POST", "/account-balance/withdraw", { value: this.#floor }, otherKey);
    assert(other.status < 300, "another company's withdrawal is in the way");
    const code = await this.#code(first);
    assert.match(code, /^\d{6}$/);
    await this.#bad("withdraw/confirm", { withdrawId: first });
    await this.#bad("withdraw/resend-otp", { withdrawId: first });
    for (let nth = 0; nth < 5; nth += 1)
      await this.#bad("withdraw/confirm", { withdrawId: first, otpCode: wrong(code) });
    await this.#bad("withdraw/confirm", { withdrawId: first, otpCode: code });
    await this.#bad("withdraw/resend-otp", { withdrawId: first });
    await sleep(this.#choices.codeSeconds * 1_000);
    await this.#act("withdraw/resend-otp", { withdrawId: first });
    const renewed = await this.#code(first, [code]);
    assert.notEqual(renewed, code);
    for (let nth = 0; nth < 4; nth += 1)
      await this.#bad("withdraw/confirm", { withdrawId: first, otpCode: wrong(renewed) });
    await this.#act("withdraw/cancel", { withdrawId: first });
    await this.#bad("withdraw/confirm", { withdrawId: first, otpCode: renewed });
    const last = await this.#open();
    const late = await this.#code(last);
    await sleep(this.#choices.codeSeconds * 1_000);
    await this.#bad("withdraw/confirm", { withdrawId: last, otpCode: late });
    await this.#act("withdraw/cancel", { withdrawId: last });
  }

  async payment(): Promise<void> {
    const { settleSeconds, announceSeconds, manualApproval, eventSeconds } = this.#choices;
    const secret = await this.#hook("/told", ["withdraw.completed"]);
    const id = await this.#open();
    const { body } = await this.#good("POST", "/account-balance/withdraw/confirm", {
      withdrawId: id,
      otpCode: await this.#code(id),
    });
    const isParked = manualApproval === "always";
    assert(
      body === undefined ||
        everything(body).some(
          ([name, value]) => name === "status" && value === (isParked ? "PENDING_REVIEW" : "APPROVED"),
        ),
    );
    await this.#bad("withdraw/cancel", { withdrawId: id });
    if (isParked) {
      await sleep(120_000);
      assert.equal((await this.#record(id)).status, "PENDING_REVIEW");
      await this.#member.driver.act("approve-withdrawal", { withdrawId: id });
    }
    assert.equal(this.#came.get("/told"), undefined, "told before it was paid");
    await sleep((settleSeconds + announceSeconds + eventSeconds + 5) * 1_000);
    const { status, endToEndId } = await this.#record(id);
    assert(status === "CONFIRMED" && typeof endToEndId === "string");
    assert.equal(this.#came.get("/told")?.length, 1);
    for (const one of this.#came.get("/told") ?? []) checkDelivery(one, "withdraw.completed", secret);
    await this.#act("withdraw/cancel", { withdrawId: await this.#open() });
  }

  async charges(): Promise<void> {
    const { driver } = this.#member;
    const before = await this.#balance();
    await driver.act("change-settings", { retention: null });
    const { chargeId } = await driver.act("make-charge", { total: 1_000 });
    await driver.act("pay-charge", { chargeId });
    assert.equal((await this.#balance()).available, before.available + 1_000);
    await driver.act("change-settings", { retention: { percent: 10, holdFor: "PT60S" } });
    const held = await driver.act("make-charge", { total: 1_000 });
    await driver.act("pay-charge", held);
    const paid = await this.#balance();
    assert.deepEqual([paid.available, paid.held], [before.available + 1_900, before.held + 100]);
    await sleep(90_000);
    assert.equal((await this.#balance()).available - before.available >= 2_000, true);
    await driver.act("daily-withdrawal", {});
    assert.equal((await this.#balance()).available, 0);
  }

  async deliveries(): Promise<void> {
    const { eventSeconds } = this.#choices;
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
      assert((await this.#created(`https://${host}/x`, ["charge.paid"])).status >= 400, `${host} was taken`);
    await this.#hook("/failing", ["charge.paid"]);
    const secret = await this.#hook("/all", ["charge.pending", "charge.paid", "charge.expired"]);
    const listed = await this.#ask("GET", this.#choices.webhookList);
    assert(
      listed.text.replaceAll("\\/", "/").includes("hooks.acme.dev/all") &&
        !listed.text.replaceAll("\\/", "/").includes(secret),
    );
    await this.#charge();
    await sleep(100_000);
    const attempts = (this.#came.get("/failing") ?? []).map(({ at }) => at);
    const waits = attempts.slice(1).map((at, nth) => (at - (attempts[nth] ?? 0)) / 1_000);
    assert.equal(waits.length, 4);
    for (const [nth, wait] of waits.entries())
      assert(Math.abs(wait / (5 * 2 ** nth) - 1) < 0.2, `waits of ${waits.join(", ")} s`);
    await this.#charge();
    await sleep((eventSeconds + 2) * 1_000);
    assert.equal(this.#came.get("/failing")?.length, 5, "a deactivated webhook was told");
    for (const one of this.#came.get("/all") ?? []) checkDelivery(one, undefined, secret);
    assert.equal(this.#came.get("/all")?.length, 4);
  }

  async #charge(): Promise<void> {
    const { driver } = this.#member;
    const made = await driver.act("make-charge", { total: 501 });
    await driver.act("pay-charge", made);
  }

  /** Returns the secret. */
  async #hook(path: string, events: readonly string[]): Promise<string> {
    const { status, body } = await this.#created(`https://hooks.acme.dev${path}`, events);
    assert(status < 300, `the creation of a webhook got ${status}`);
    return String(
      memberOf(body, this.#choices.secretName) ??
        everything(body).find(([name]) => /secr|segredo|token|key/i.test(name))?.[1],
    );
  }

  #created(url: string, events: readonly string[]): Promise<Answered> {
    const values: readonly unknown[] = [url, "name", events];
    const names = this.#choices.webhookNames.split(" ");
    return this.#ask("POST", "/webhook", Object.fromEntries(names.map((name, nth) => [name, values[nth]])));
  }

  async #balance(): Promise<{ readonly available: number; readonly held: number }> {
    const { body } = await this.#good("GET", "/account-balance");
    return { available: Number(memberOf(body, "balance")), held: Number(memberOf(body, "reservedBalance")) };
  }

  async #record(id: string): Promise<Readonly<Record<string, unknown>>> {
    for (let page = 1; page < 10; page += 1) {
      const size = Number.parseInt(this.#choices.paging, 10) || 0;
      const query = size === 0 ? "" : `?page=${page}&cursor=${(page - 1) * size}`;
      const { body } = await this.#good("GET", `/account-balance/withdrawals${query}`);
      const found = everything(body).find(([, value]) => isObject(value) && Object.values(value).includes(id))?.[1];
      if (isObject(found)) return found;
    }
    return assert.fail(`the history does not list ${id}`);
  }

  async #open(): Promise<string> {
    const { body } = await this.#good("POST", "/account-balance/withdraw", { value: this.#floor });
    const id = memberOf(body, "withdrawId");
    assert(typeof id === "string");
    return id;
  }

  async #code(withdrawId: string, known: readonly string[] = []): Promise<string> {
    const request = { withdrawId, known, valueCents: 0, mayPay: true, sentAfter: 0, apiKey };
    return (await this.#member.codes.read(request, new AbortController().signal)).code;
  }

  async #act(path: string, body: object): Promise<void> {
    await this.#good("POST", `/account-balance/${path}`, body);
  }

  async #bad(path: string, body: object): Promise<Answered> {
    const answer = await this.#ask("POST", `/account-balance/${path}`, body);
    assert(answer.status >= 400 && answer.status < 500, `${path} ${JSON.stringify(body)} got ${answer.status}`);
    return answer;
  }

  async #good(method: "GET" | "POST", path: string, body?: object): Promise<Answered> {
    const answer = await this.#ask(method, path, body);
    assert(answer.status < 300, `${method} ${path} ${JSON.stringify(body)} got ${answer.status} ${answer.text}`);
    return answer;
  }

  async #ask(method: "GET" | "POST", path: string, body?: object, key: string | null = apiKey): Promise<Answered> {
    const isV1 = this.#choices.prefix.endsWith("below /v1") && path.startsWith("/account-balance");
    const answer = await request(this.#member.url + (isV1 ? "/v1" : "") + path, {
      method,
      headers: { ...(key !== null && { "x-api-key": key }), ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const coding = answer.headers["content-encoding"];
    const text = (coding === "gzip" ? gunzipSync(bytes) : coding === "deflate" ? inflateSync(bytes) : bytes).toString();
    const isJson = /json/.test(String(answer.headers["content-type"]));
    return { status: answer.statusCode, text, body: isJson && text !== "" ? JSON.parse(text) : undefined };
  }
}

function checkDelivery({ headers, body }: Came, event: string | undefined, secret: string): void {
  const json = JSON.parse(body.toString());
  assert.equal(headers["x-webhook-signature"], `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  assert(headers["x-webhook-event"] === json.event && (event === undefined || json.event === event));
  assert(typeof headers["x-webhook-delivery"] === "string" && Date.parse(String(headers["x-webhook-timestamp"])) > 0);
  assert(
    isObject(json.data) &&
      /(Z|\+00:00)$/.test(json.timestamp) &&
      /^application\/json/.test(String(headers["content-type"])),
  );
  if (!json.event.startsWith("charge.")) return;
  const { chargeId, companyId, paymentStatus, total, externalId, paidAt, expiresAt } = json.data;
  assert(typeof chargeId === "string" && typeof companyId === "string" && Number.isInteger(total));
  assert(["PENDING", "PROCESSING", "PAID", "EXPIRED", "REFUNDED"].includes(paymentStatus));
  for (const text of [externalId, paidAt, expiresAt]) assert(text === null || typeof text === "string");
}

function everything(value: unknown, name = ""): readonly (readonly [string, unknown])[] {
  if (typeof value !== "object" || value === null) return [[name, value]];
  return [[name, value], ...Object.entries(value).flatMap(([own, inner]) => everything(inner, own))];
}

function memberOf(body: unknown, name: string): unknown {
  return everything(body).find(([own]) => own === name)?.[1];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function wrong(code: string): string {
  return code.slice(0, 5) + ((Number(code[5]) + 1) % 10);
}

const states = ["CREATED", "PENDING_REVIEW", "APPROVED", "CONFIRMED", "FAILED", "CANCELLED"];
