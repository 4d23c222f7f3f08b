import { describe, expect, test } from "vitest";
import { sandboxOfTests } from "../../test/sandbox-of-tests.ts";
import { controlApi } from "./connection.ts";
import { SaldoClient } from "./saldo-client.ts";
import { carriedOut, UnexpectedAnswer } from "./unexpected-answer.ts";

const adminToken = "of the operator";
const sandbox = await sandboxOfTests({ adminToken });

async function open({ api }: SaldoClient, value: number): Promise<string> {
  const { data } = await api.POST("/account-balance/withdraw", { body: { value } });
  if (data === undefined) throw new Error("the withdrawal was refused");
  return data.data.withdrawId;
}

/** One whose code was confirmed. */
async function openConfirmed(world: SaldoClient, value: number): Promise<string> {
  const withdrawId = await open(world, value);
  const otpCode = await world.inbox.latestCode(withdrawId);
  await world.api.POST("/account-balance/withdraw/confirm", { body: { withdrawId, otpCode } });
  return withdrawId;
}

test.each([
  [{ url: "http://127.0.0.1:4400", apikey: "key" }, 'the connection has no option "apikey"; is it apiKey?'],
  [{ url: "http://127.0.0.1:4400" }, "apiKey must be of the type string or null, not undefined"],
  [{ url: new URL("http://127.0.0.1:4400"), apiKey: null }, "url must be of the type string, not object"],
  ["http://127.0.0.1:4400", "the connection takes an object of options, such as { url: … }"],
  [undefined, "the connection takes an object of options, such as { url: … }"],
])("a connection is refused that a program cannot mean: %j", (given, message) => {
  for (const made of [
    () => Reflect.construct(SaldoClient, [given]),
    () => Reflect.apply(controlApi, undefined, [given]),
  ])
    expect(made).toThrow(message);
});

test("a code that was not sent yet is an error that says so", async () => {
  await using world = await sandbox.world();
  await expect(world.inbox.latestCode()).rejects.toThrow(/no code was sent/);
  await expect(world.inbox.latestCode("wdr_1")).rejects.toThrow(/for the withdrawal wdr_1/);
});

test("an inline fixture is typed: an unknown field does not compile, and is refused", async () => {
  // @ts-expect-error: a company of a fixture has no settlements.
  await expect(sandbox.world({ fixture: { companies: [{ settlements: [] }] } })).rejects.toThrow(/settlements/);
  await using world = await sandbox.world({ fixture: { companies: [{ balance: 700 }] } });
  expect((await world.control.GET("/ledger")).data?.accounts.available).toBe(700);
});

test("charges are created, processed, paid, refunded and charged back", async () => {
  await using world = await sandbox.world();
  const { charges } = world;
  const { chargeId } = await charges.create({ total: 10_000 });
  expect((await charges.process(chargeId)).paymentStatus).toBe("PROCESSING");
  expect((await charges.pay(chargeId)).paymentStatus).toBe("PAID");
  expect((await charges.refund(chargeId)).paymentStatus).toBe("REFUNDED");
  const paid = await charges.create({ total: 500, paid: true });
  expect((await charges.chargeback(paid.chargeId)).reversal).toBe("CHARGEBACK");
  const late = await charges.create({ total: 700 });
  expect((await charges.expire(late.chargeId)).paymentStatus).toBe("EXPIRED");
  expect(await charges.get(late.chargeId)).toMatchObject({ total: 700, paymentStatus: "EXPIRED" });
  expect((await charges.list({ limit: 5 })).charges.map((charge) => charge.chargeId)).toContain(late.chargeId);
});

describe("what the dashboard does", () => {
  test("settings are changed one by one, and the company's own beside them", async () => {
    await using world = await sandbox.world();
    const { settings, company } = world;
    const before = await settings.read();
    await settings.change({ settlement: { outcome: "FAILED" } });
    const settlement = { ...before.settlement, outcome: "FAILED" };
    expect(await settings.read()).toEqual({ ...before, position: expect.any(Number), settlement });
    await company.change({ automaticWithdrawal: { at: "06:00" } });
    expect((await company.read()).automaticWithdrawal).toEqual({ at: "06:00" });
  });

  test("a withdrawal in review is approved and settled, another one declined", async () => {
    await using world = await sandbox.world();
    const { withdrawals } = world;
    await world.settings.change({ manualApproval: true, settlement: { outcome: "MANUAL" } });
    const approved = await openConfirmed(world, 1_000);
    expect((await withdrawals.get(approved)).status).toBe("PENDING_REVIEW");
    expect((await withdrawals.approve(approved)).status).toBe("APPROVED");
    const reason = "the account is closed";
    expect(await withdrawals.settle(approved, { outcome: "FAILED", reason })).toMatchObject({ failureReason: reason });
    expect((await withdrawals.decline(await openConfirmed(world, 1_000))).status).toBe("CANCELLED");
  });

  /** Nothing takes what is delivered there, so that the webhook is given up in the end. */
  test("webhooks are listed, reactivated, changed and deleted", async () => {
    await using world = await sandbox.world();
    const { webhooks } = world;
    await world.api.POST("/webhook", {
      body: { url: "https://hooks.acme.dev/saldo", name: "orders", events: ["charge.paid"] },
    });
    await world.charges.create({ total: 500, paid: true });
    await world.clock.advance({ by: "PT1H" });
    const [given] = await webhooks.list();
    expect(given?.active).toBe(false);
    const webhookId = given?.webhookId ?? "";
    expect((await webhooks.reactivate(webhookId)).active).toBe(true);
    expect((await webhooks.change(webhookId, { events: ["charge.expired"] })).events).toEqual(["charge.expired"]);
    await webhooks.delete(webhookId);
    expect(await webhooks.list()).toEqual([]);
  });

  test("routes are replaced as a whole", async () => {
    await using world = await sandbox.world();
    const admin = new SaldoClient({ url: world.url, apiKey: world.apiKey, adminToken });
    await admin.routes.set({ "hooks.acme.dev": "http://127.0.0.1:3000", "other.acme.dev": "http://127.0.0.1:3001" });
    await admin.routes.set({ "hooks.acme.dev": "http://127.0.0.1:3002" });
    expect((await world.routes.read()).routes).toEqual({ "hooks.acme.dev": "http://127.0.0.1:3002" });
  });
});

test("subscriptions are authorized, rejected and charged", async () => {
  await using world = await sandbox.world();
  const { subscriptions } = world;
  const terms = { amountCents: 4_990, interval: "P1D" };
  const { subscriptionId } = await subscriptions.create(terms);
  expect((await subscriptions.authorize(subscriptionId)).status).toBe("AUTHORIZED");
  const other = await subscriptions.create(terms);
  expect((await subscriptions.reject(other.subscriptionId)).status).toBe("REJECTED");
  await subscriptions.charge(subscriptionId);
  await subscriptions.charge(subscriptionId, { outcome: "FAILED" });
  const { charges } = await world.charges.list();
  const own = charges.filter((charge) => charge.subscriptionId === subscriptionId);
  expect(own.map(({ paymentStatus }) => paymentStatus)).toEqual(["PAID"]);
  expect((await subscriptions.get(subscriptionId)).nextChargeAt).toBe("2026-03-03T12:00:00.000Z");
});

test("a world goes back to a bookmark, and to its beginning", async () => {
  await using world = await sandbox.world();
  const { history, clock } = world;
  const { position, at } = await history.bookmark("before");
  await clock.advance({ by: "P1D" });
  expect(await history.rewind({ bookmark: "before" })).toMatchObject({ to: position, now: at });
  await clock.set({ mode: "running", rate: 60 });
  await clock.set({ mode: "frozen" });
  await history.reset();
  const { events } = await history.events({ type: "WorldRewound" });
  expect(events).toHaveLength(2);
});

test("faults are added, listed and removed; the requests show what they did", async () => {
  await using world = await sandbox.world();
  const { faultId } = await world.faults.add({ kind: "status", operationId: "getBalance", status: 503, times: 2 });
  expect((await world.api.GET("/account-balance")).response.status).toBe(503);
  expect(await world.faults.list()).toMatchObject([{ faultId, remaining: 1 }]);
  await world.faults.add({ kind: "rate-limit", requests: 60, per: "PT1M" });
  expect((await world.faults.list()).at(-1)).toMatchObject({ kind: "rate-limit", remaining: 60, resetsAt: null });
  await world.faults.removeAll();
  expect((await world.api.GET("/account-balance")).response.status).toBe(200);
  const requests = await world.history.requests({ operationId: "getBalance" });
  expect(requests.map(({ status, fault }) => [status, fault])).toEqual([
    [200, null],
    [503, "status"],
  ]);
});

test("what is refused is thrown, with what the sandbox has said", async () => {
  await using world = await sandbox.world();
  const refused = await world.charges.pay("chg_nowhere").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UnexpectedAnswer);
  const path = "/sandbox/charges/chg_nowhere/pay";
  expect(refused).toMatchObject({ method: "POST", path, status: 404, body: { code: "CHARGE_UNKNOWN" } });
  expect(String(refused)).toMatch(`UnexpectedAnswer: POST ${path} was answered with 404: {`);
  const asked = carriedOut(world.control.GET("/charges", { params: { query: { limit: 0 } } }));
  await expect(asked).rejects.toThrow(/^GET \/sandbox\/charges was answered with 400: /);
});

test("an answer that a program has made itself is thrown in the same way", async () => {
  const fetch = async () => Response.json({ code: "NOT_TODAY" }, { status: 503 });
  const refused = new SaldoClient({ url: "http://saldo.test", apiKey: null, fetch }).settings.read();
  await expect(refused).rejects.toMatchObject({ method: "GET", path: "/sandbox/settings", status: 503 });
});

test("an answer to another client than ours is thrown without method and path", async () => {
  const response = Response.json({ code: "NOT_TODAY" }, { status: 503 });
  const refused = carriedOut(Promise.resolve({ error: { code: "NOT_TODAY" }, response }));
  await expect(refused).rejects.toMatchObject({ method: null, path: null, body: { code: "NOT_TODAY" } });
  await expect(refused).rejects.toThrow('a request was answered with 503: {"code":"NOT_TODAY"}');
});

describe("worlds of tests", () => {
  test("begin in the same way every time, with a clock that stands still, unless told otherwise", async () => {
    await using one = await sandbox.world();
    await using other = await sandbox.world();
    expect(await open(one, 1_000)).toBe(await open(other, 1_000));
    expect((await one.clock.read()).mode).toBe("frozen");
    await using running = await sandbox.world({ seed: "mine", clock: { mode: "running" } });
    expect((await running.clock.read()).mode).toBe("running");
    expect(await open(running, 1_000)).not.toBe(await open(await sandbox.world(), 1_000));
  });

  test("have the companies of their fixture, and each speaks for itself", async () => {
    await using busy = await sandbox.world({ fixture: "busy" });
    expect(busy.companies).toHaveLength(3);
    const [, second] = busy.companies;
    const { data } = await busy.of(second?.apiKey ?? "").control.GET("/company");
    expect(data?.companyId).toBe(second?.companyId);
  });

  test("are joined by companies with keys of their own", async () => {
    await using world = await sandbox.world();
    const { apiKey, companyId } = await world.addCompany({ balance: 50_000 });
    const { data } = await world.of(apiKey).api.GET("/account-balance");
    expect(data?.data.balance).toBe(50_000);
    const other = await world.addCompany();
    expect((await world.of(other.apiKey).company.read()).companyId).not.toBe(companyId);
  });

  test("need the admin token, where one is set", async () => {
    const stranger = new SaldoClient({ url: sandbox.url, apiKey: sandbox.apiKey });
    await expect(stranger.world()).rejects.toMatchObject({ status: 401 });
    await (await new SaldoClient({ url: sandbox.url, apiKey: null, adminToken }).world())[Symbol.asyncDispose]();
  });
});

describe("a client", () => {
  test("takes an address with a slash at its end", async () => {
    const client = new SaldoClient({ url: `${sandbox.url}/`, apiKey: sandbox.apiKey });
    expect((await client.clock.read()).mode).toBe("frozen");
    expect((await client.ask("GET", "/account-balance")).status).toBe(200);
  });

  test("names the address when no server answers there", async () => {
    const client = new SaldoClient({ url: "http://127.0.0.1:9", apiKey: null });
    await expect(client.clock.read()).rejects.toThrow(/GET http:\/\/127\.0\.0\.1:9\/sandbox\/clock got no answer: ./);
  });

  // What follows is looked at by `tsc`; it is never run.
  test("has types in which what cannot be meant is a mistake", () => {
    const mistakes = ({ clock, charges, history, api, settings }: SaldoClient) => [
      // @ts-expect-error
      clock.advance({}),
      // @ts-expect-error
      clock.advance({ by: 5 }),
      // @ts-expect-error
      clock.set({ mode: "stopped" }),
      // @ts-expect-error
      history.rewind({ deliveries: "cancel" }),
      // @ts-expect-error
      charges.create({ total: "100" }),
      // @ts-expect-error
      charges.create({ total: 100, price: 1 }),
      // @ts-expect-error
      settings.change({ settlement: { outcome: "LOST" } }),
      // @ts-expect-error
      api.POST("/account-balance/withdraw", { body: {} }),
      // @ts-expect-error
      api.GET("/account-balances"),
    ];
    expect(mistakes).toBeTypeOf("function");
  });
});
