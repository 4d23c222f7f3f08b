import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Answer } from "../../src/client/answer.ts";
import { defaultSettings } from "../../src/domain/settings.ts";
import { askedOperations, pathWith } from "../hostile/documents.ts";
import type { Account } from "./account.ts";
import { type CheckedSandbox, it, later, second, startAt, startCheckedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";
import { authorized, customer } from "./webhook-flows.ts";

const monthly = { amountCents: 4_990, interval: "P1M" };
const tooLong = "P999999D";

function expectProblem(answer: Answer, status: number, code: string, fields: object = {}): void {
  const type = `urn:saldo:problem:${code.toLowerCase().replaceAll("_", "-")}`;
  const sentence = expect.stringMatching(/^.{8,}$/s);
  expect(answer.body).toMatchObject({ type, status, code, title: sentence, detail: sentence, ...fields });
  expect(answer.status).toBe(status);
}

// Which command is rejected in which state, and for which of several reasons: src/domain/properties.test.ts.
describe("the control plane rejects, and changes nothing", () => {
  let sandbox: CheckedSandbox;
  /** Identifiers, by the parameter of a path that takes them. */
  let ids: Record<string, string>;
  let stranger: Account;
  let before: number;
  beforeAll(async () => {
    sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const refunded = await account.charge({ total: 700, paid: true });
    await account.move(refunded, "refund");
    const { webhookId } = await account.webhook(["charge.paid"]);
    ids = {
      webhookId,
      id: webhookId,
      deliveryId: await account.testWebhook(webhookId),
      refunded,
      paid: await account.charge({ total: 700, paid: true }),
      chargeId: await account.charge({ total: 700 }),
      large: await account.charge({ total: Number.MAX_SAFE_INTEGER }),
      subscriptionId: await account.subscription(monthly),
      authorized: await authorized(account, monthly),
    };
    await account.settings({ manualApproval: true });
    ids.inReview = await account.openConfirmed(1_000);
    ids.withdrawId = await account.open(1_000);
    await account.quiet();
    stranger = sandbox.accountOf((await sandbox.addCompany()).apiKey);
    before = await account.position();
  });
  afterAll(async () => {
    expect(await sandbox.account.position()).toBe(before);
    await sandbox[Symbol.asyncDispose]();
  });

  const conflict = (what: string, status: object) => [409, `${what}_STATE_CONFLICT`, status] as const;
  const paid = conflict("CHARGE", { paymentStatus: "PAID" });
  const pending = conflict("CHARGE", { paymentStatus: "PENDING" });
  const created = conflict("WITHDRAWAL", { withdrawalStatus: "CREATED" });
  const active = conflict("SUBSCRIPTION", { subscriptionStatus: "AUTHORIZED" });
  const notAllowed = (at: string) => [422, "VALUE_NOT_ALLOWED", { problems: [{ at }] }] as const;
  const max = Number.MAX_SAFE_INTEGER;
  const past = later(startAt, -1);
  const wayBack = expect.stringContaining(`POST /sandbox/rewind {"at": "${past}"}`);

  const rejected: readonly (readonly [string, object | undefined, number, string, object?])[] = [
    ["POST /charges/paid/process", undefined, ...paid],
    ["POST /charges/paid/pay", undefined, ...paid],
    ["POST /charges/paid/expire", undefined, ...paid],
    ["POST /charges/chargeId/refund", undefined, ...pending],
    ["POST /charges/chargeId/chargeback", undefined, ...pending],
    ["POST /charges/refunded/refund", undefined, 409, "CHARGE_ALREADY_REVERSED"],
    ["POST /charges/refunded/chargeback", undefined, 409, "CHARGE_ALREADY_REVERSED"],
    ["POST /charges", { total: 1, expiresIn: tooLong }, ...notAllowed("expiresIn")],
    ["POST /charges", { total: 1, retention: { percent: 5, holdFor: tooLong } }, ...notAllowed("retention.holdFor")],
    ["POST /charges", { total: max, paid: true }, 422, "LEDGER_FULL"],
    ["POST /charges/large/pay", undefined, 422, "LEDGER_FULL"],
    ["POST /subscriptions", { ...monthly, interval: tooLong }, ...notAllowed("interval")],
    ["POST /subscriptions/authorized/authorize", undefined, ...active],
    ["POST /subscriptions/authorized/reject", undefined, ...active],
    ["POST /subscriptions/subscriptionId/charge", undefined, 409, "SUBSCRIPTION_STATE_CONFLICT"],
    ["POST /withdrawals/withdrawId/approve", undefined, ...created],
    ["POST /withdrawals/withdrawId/decline", undefined, ...created],
    ["POST /withdrawals/inReview/settle", { outcome: "FAILED" }, 409, "WITHDRAWAL_STATE_CONFLICT"],
    ["PATCH /settings", { otpLifetime: tooLong }, ...notAllowed("otpLifetime")],
    ["PATCH /settings", { timeZone: "Mars/Olympus" }, ...notAllowed("timeZone")],
    ["PATCH /settings", { settlement: { delay: tooLong } }, ...notAllowed("settlement.delay")],
    ["PATCH /settings", { webhookTimeout: "PT0S" }, ...notAllowed("webhookTimeout")],
    ["PATCH /company", { retention: { percent: 5, holdFor: tooLong } }, ...notAllowed("retention.holdFor")],
    ["POST /companies", { retention: { percent: 5, holdFor: tooLong } }, ...notAllowed("retention.holdFor")],
    ["PUT /routes", { "a b": "http://127.0.0.1:1" }, 422, "VALUE_NOT_ALLOWED", { problems: [{ at: "a b" }] }],
    ["PATCH /webhooks/webhookId", { url: "https://erp/" }, 422, "WEBHOOK_URL_NOT_ALLOWED", { rule: "single-label" }],
    ["PATCH /webhooks/webhookId", { events: ["*"] }, 422, "WEBHOOK_EVENT_UNKNOWN", { events: ["*"] }],
    ["POST /faults", { kind: "latency", operationId: "getBalance", delay: "PT121S" }, ...notAllowed("delay")],
    ["POST /faults", { kind: "duplicate-delivery", webhookId: "whk_0" }, ...notAllowed("webhookId")],
    ["POST /clock/advance", { by: "P101Y" }, ...notAllowed("by")],
    ["POST /clock/advance", { to: past }, 422, "ADVANCE_INTO_PAST", { now: startAt, detail: wayBack }],
    ["POST /worlds", { fixture: "none" }, 422, "FIXTURE_UNKNOWN", { allowed: expect.arrayContaining(["default"]) }],
    ["POST /worlds", { fixture: { companies: [] } }, 422, "FIXTURE_INVALID"],
    ["POST /worlds", { world: {} }, 422, "WORLD_INVALID"],
  ];

  const rows = rejected.map(([what, body, status, code, fields = {}]) => ({ what, body, status, code, fields }));

  it.each(rows)("$what $body: $status $code", async ({ what, body, status, code, fields }) => {
    const [method = "", path = ""] = what.split(" ");
    const target = path.replace(/(?<=\w\/)\w+/, (name) => ids[name] ?? name);
    expectProblem(await sandbox.ask(method, `/sandbox${target}`, body), status, code, fields);
  });

  const named = askedOperations.filter(({ operation }) => operation.responses.some(({ status }) => status === 404));
  const withPath = named.filter(({ operation }) => operation.parameters.path.some(({ name }) => name !== "worldId"));

  it.each(withPath.map((asked) => ({ ...asked, what: `${asked.operation.method} ${asked.operation.path}` })))(
    "$what: 404 for what is unknown, and for what another company has",
    async ({ document, operation, examples, path }) => {
      const { method } = operation;
      const name = operation.parameters.path[0]?.name ?? "";
      const prefix = document === "control" ? "/sandbox" : "";
      const own = ids[name] === undefined ? path : prefix + pathWith(operation, ids[name]);
      for (const [ask, target] of [
        [sandbox.ask, prefix + pathWith(operation, "nope")],
        [stranger.ask, own],
      ] as const) {
        const answer = await ask(method, target, operation.body === null ? undefined : examples[0]);
        expect([target, answer.status]).toEqual([target, 404]);
        expect(answer.at("code") ?? answer.at("data.code")).toMatch(/^[A-Z]+_UNKNOWN$/);
      }
    },
  );

  it("another company of the world is shown nothing of it", async () => {
    const lists = ["charges", "subscriptions", "inbox", "webhooks", "deliveries", "ledger"];
    const shown = await Promise.all(lists.map(async (list) => (await stranger.ask("GET", `/sandbox/${list}`)).body));
    expect(shown).toMatchObject([
      ...[{ charges: [] }, { subscriptions: [] }, { messages: [] }, { webhooks: [] }, { deliveries: [] }],
      { entries: [] },
    ]);
    expect([await stranger.history(), await stranger.balance()]).toEqual([[], 0]);
  });
});

describe("the control plane does what others than the company do", () => {
  it.each<readonly [readonly Parameters<Account["move"]>[1][], object, number]>([
    [["process"], { paymentStatus: "PROCESSING", previousStatus: "PENDING" }, 0],
    [["pay"], { paymentStatus: "PAID", previousStatus: "PENDING", hold: null, paidAt: startAt }, 9_900],
    [["process", "pay"], { paymentStatus: "PAID", previousStatus: "PROCESSING" }, 9_900],
    [["expire"], { paymentStatus: "EXPIRED" }, 0],
    [["pay", "refund"], { paymentStatus: "REFUNDED", previousStatus: "PAID", reversal: "REFUND" }, 0],
    [["pay", "chargeback"], { paymentStatus: "PAID", reversal: "CHARGEBACK" }, 0],
  ])("to a charge: %s", async (moves, shown, balance) => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account, ask } = sandbox;
    const terms = { total: 9_900, externalId: "p-1", customer, expiresIn: "PT1H" };
    const made = await ask("POST", "/sandbox/charges", terms);
    const expiresAt = "2026-03-02T13:00:00.000Z";
    const { expiresIn: _, ...rest } = terms;
    expect(made.body).toMatchObject({ ...rest, paymentStatus: "PENDING", previousStatus: null, expiresAt });
    let answer = made;
    for (const move of moves) answer = await account.move(made.text("chargeId"), move);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(shown)]);
    expect(answer.at("position")).toBe(await account.position());
    const { position: __, ...charge } = Object(answer.body);
    expect((await ask("GET", `/sandbox/charges/${made.text("chargeId")}`)).body).toEqual(charge);
    expect(await account.balance()).toBe(balance);
  });

  it.each([
    ["approve", undefined, { status: "APPROVED", settlesAt: later(startAt, 10 * second) }, 100_000],
    ["decline", undefined, { status: "CANCELLED" }, 150_000],
    [
      "settle",
      { outcome: "CONFIRMED" },
      { status: "CONFIRMED", endToEndId: expect.stringMatching(/^E\w{31}$/) },
      100_000,
    ],
    ["settle", { outcome: "FAILED", reason: "by hand" }, { status: "FAILED", failureReason: "by hand" }, 150_000],
  ] as const)("to a withdrawal: %s %j", async (how, body, shown, balance) => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    await account.settings(how === "settle" ? { settlement: { outcome: "MANUAL" } } : { manualApproval: true });
    const withdrawId = await account.openConfirmed(50_000);
    const answer = await ask("POST", `/sandbox/withdrawals/${withdrawId}/${how}`, body);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(shown)]);
    expect(answer.at("position")).toBe(await account.position());
    const { status, endToEndId } = Object(shown);
    const shownToCompany = endToEndId ? { status, endToEndId } : { status };
    expect(await account.history()).toMatchObject([{ withdrawId, ...shownToCompany }]);
    expect(await account.balance()).toBe(balance);
  });

  it("to a subscription: authorizes, rejects, changes and bills it", async ({ account, ask }) => {
    const id = await account.subscription(monthly);
    const about = `/sandbox/subscriptions/${id}`;
    const nextChargeAt = "2026-04-02T12:00:00.000Z";
    expect((await ask("GET", about)).body).toMatchObject({ ...monthly, status: "PENDING", nextChargeAt: null });
    const steps = [
      ["POST", "/authorize", undefined, { status: "AUTHORIZED", nextChargeAt }],
      ["PATCH", "", { amountCents: 100, nextOutcome: "FAILED" }, { amountCents: 100, nextOutcome: "FAILED" }],
      ["POST", "/charge", { outcome: "PAID" }, { nextChargeAt }],
      ["POST", "/charge", undefined, { nextChargeAt }],
    ] as const;
    for (const [method, path, body, shown] of steps) {
      const answer = await ask(method, about + path, body);
      expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(shown)]);
      expect(answer.at("position")).toBe(await account.position());
    }
    expect(await account.balance()).toBe(150_100);
    const [told = {}] = await account.told("subscription.charge.paid");
    const charge = await ask("GET", `/sandbox/charges/${told.chargeId}`);
    expect(charge.body).toMatchObject({ subscriptionId: id, paymentStatus: "PAID", total: 100 });
    expect(await account.told("subscription.charge.failed")).toHaveLength(1);
    const rejected = await account.subscription(monthly);
    expect((await ask("POST", `/sandbox/subscriptions/${rejected}/reject`)).at("status")).toBe("REJECTED");
    expect(rowsOf(await ask("GET", "/sandbox/subscriptions"), "subscriptions")).toHaveLength(2);
  });
});

it("charges are listed newest first, page by page", async () => {
  await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
  const { account, ask } = sandbox;
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.unshift(await account.charge({ total: 100 + i }));
  const page = async (query: string) => {
    return rowsOf(await ask("GET", `/sandbox/charges${query}`), "charges").map(({ chargeId }) => chargeId);
  };
  expect(await page("")).toEqual(ids);
  expect(await page(`?limit=2&after=${ids[1]}`)).toEqual(ids.slice(2, 4));
  expect(await page(`?after=${ids[4]}`)).toEqual([]);
});

it("a customer without an id gets one for a company, the same everywhere", async ({ sandbox, account, ask }) => {
  const customer = { name: "Ana Lima" };
  const chargeId = await account.charge({ total: 9_900, customer, paid: true });
  const shown = (await ask("GET", `/sandbox/charges/${chargeId}`)).at("customer");
  expect(shown).toEqual({ ...customer, id: expect.stringMatching(/^cus_[0-9a-f]{24}$/) });
  await authorized(account, { ...monthly, customer });
  for (const name of ["charge.paid", "subscription.authorized"]) {
    expect([name, (await account.told(name)).at(-1)?.customer]).toEqual([name, shown]);
  }
  const other = sandbox.accountOf((await sandbox.addCompany()).apiKey);
  await other.charge({ total: 1, customer });
  const others = (await other.told("charge.pending")).at(-1)?.customer;
  expect(Object(others).id).not.toBe(Object(shown).id);
});

describe("settings", () => {
  it("of the instance begin at their defaults and change field by field", async ({ ask }) => {
    const { position: _, ...defaults } = Object((await ask("GET", "/sandbox/settings")).body);
    expect(defaults).toEqual(defaultSettings);
    const changed = await ask("PATCH", "/sandbox/settings", { settlement: { delay: "PT1M" }, withdrawalFee: 0 });
    const settlement = { delay: "PT1M", outcome: "CONFIRMED", reason: null };
    expect(changed.body).toEqual({ ...defaults, withdrawalFee: 0, settlement, position: changed.at("position") });
    expect((await ask("GET", "/sandbox/settings")).body).toEqual(changed.body);
    expect((await ask("GET", "/sandbox/world")).at("settings")).toMatchObject({ withdrawalFee: 0 });
  });

  it("of a company change field by field, and new withdrawals and codes follow", async ({ account, ask }) => {
    const { position: _, ...before } = Object((await ask("GET", "/sandbox/company")).body);
    const pixKey = "nova@example.com";
    const email = "nova.pessoa@example.com";
    const terms = { retention: { percent: 50, holdFor: "P1D" }, automaticWithdrawal: { at: "06:00" } };
    await ask("PATCH", "/sandbox/company", { pixKey, responsible: { email } });
    const changed = await ask("PATCH", "/sandbox/company", terms);
    const after = { ...before, ...terms, pixKey, responsible: { name: before.responsible.name, email } };
    expect(changed.body).toEqual({ ...after, position: changed.at("position") });
    expect((await ask("GET", "/sandbox/company")).body).toEqual(changed.body);
    const none = { retention: null, automaticWithdrawal: null };
    expect((await ask("PATCH", "/sandbox/company", none)).body).toMatchObject({ pixKey, ...none });
    expect((await account.initiate(1_000)).at("data.pixKey")).toBe(pixKey);
    expect((await ask("GET", "/sandbox/inbox")).at("messages.0.to")).toBe(email);
  });
});
