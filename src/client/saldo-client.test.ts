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

/** Each call of the client, and the request that it is. */
const asks: Readonly<Record<string, (client: SaldoClient) => Promise<unknown>>> = {
  'POST /charges {"total":1}': ({ charges }) => charges.create({ total: 1 }),
  "GET /charges/a": ({ charges }) => charges.get("a"),
  "GET /charges?limit=5": ({ charges }) => charges.list({ limit: 5 }),
  "POST /charges/a/process": ({ charges }) => charges.process("a"),
  "POST /charges/a/pay": ({ charges }) => charges.pay("a"),
  "POST /charges/a/expire": ({ charges }) => charges.expire("a"),
  "POST /charges/a/refund": ({ charges }) => charges.refund("a"),
  "POST /charges/a/chargeback": ({ charges }) => charges.chargeback("a"),
  'POST /subscriptions {"amountCents":1,"interval":"P1D"}': ({ subscriptions }) =>
    subscriptions.create({ amountCents: 1, interval: "P1D" }),
  "GET /subscriptions/a": ({ subscriptions }) => subscriptions.get("a"),
  "POST /subscriptions/a/authorize": ({ subscriptions }) => subscriptions.authorize("a"),
  "POST /subscriptions/a/reject": ({ subscriptions }) => subscriptions.reject("a"),
  "POST /subscriptions/a/charge {}": ({ subscriptions }) => subscriptions.charge("a"),
  'POST /subscriptions/a/charge {"outcome":"FAILED"}': ({ subscriptions }) =>
    subscriptions.charge("a", { outcome: "FAILED" }),
  "GET /withdrawals/a": ({ withdrawals }) => withdrawals.get("a"),
  "POST /withdrawals/a/approve": ({ withdrawals }) => withdrawals.approve("a"),
  "POST /withdrawals/a/decline": ({ withdrawals }) => withdrawals.decline("a"),
  'POST /withdrawals/a/settle {"outcome":"FAILED"}': ({ withdrawals }) =>
    withdrawals.settle("a", { outcome: "FAILED" }),
  "GET /settings": ({ settings }) => settings.read(),
  'PATCH /settings {"withdrawalFee":1}': ({ settings }) => settings.change({ withdrawalFee: 1 }),
  "GET /company": ({ company }) => company.read(),
  'PATCH /company {"name":"A"}': ({ company }) => company.change({ name: "A" }),
  "GET /webhooks": ({ webhooks }) => webhooks.list(),
  'PATCH /webhooks/a {"name":"A"}': ({ webhooks }) => webhooks.change("a", { name: "A" }),
  "POST /webhooks/a/reactivate": ({ webhooks }) => webhooks.reactivate("a"),
  "DELETE /webhooks/a": ({ webhooks }) => webhooks.delete("a"),
  "GET /routes": ({ routes }) => routes.read(),
  'PUT /routes {"a.dev":"http://127.0.0.1:1"}': ({ routes }) => routes.set({ "a.dev": "http://127.0.0.1:1" }),
  'POST /faults {"kind":"reset","operationId":"getBalance"}': ({ faults }) =>
    faults.add({ kind: "reset", operationId: "getBalance" }),
  "GET /faults": ({ faults }) => faults.list(),
  "DELETE /faults": ({ faults }) => faults.removeAll(),
  'PUT /clock {"mode":"frozen"}': ({ clock }) => clock.set({ mode: "frozen" }),
  'POST /bookmarks {"name":"a"}': ({ history }) => history.bookmark("a"),
  'POST /rewind {"bookmark":"a"}': ({ history }) => history.rewind({ bookmark: "a" }),
  "POST /reset": ({ history }) => history.reset(),
  "GET /events?type=ClockSet": ({ history }) => history.events({ type: "ClockSet" }),
};

test.each(Object.entries(asks))("a call of the client is the request %s", async (request, call) => {
  const asked: string[] = [];
  const fetch = async (given: Request) => {
    const body = await given.text();
    asked.push([given.method, given.url.replace("http://saldo.test/sandbox", ""), ...(body && [body])].join(" "));
    return Response.json({ webhooks: [], faults: [] });
  };
  await call(new SaldoClient({ url: "http://saldo.test", apiKey: "key", fetch }));
  expect(asked).toEqual([request]);
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
