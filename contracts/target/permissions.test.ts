import { describe, expect, test } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { Description } from "../judge/description.ts";
import { description } from "../judge/testing/described.ts";
import { intentOf } from "./intent.ts";
import { RunLedger } from "./ledger.ts";
import { denialOf, inventedPrefix, type Permissions } from "./permissions.ts";

const story = "a story";
const nothing: Permissions = { open: false, settle: false, webhooks: false, budgetCents: 0, cancelOpen: false };
const open = { ...nothing, open: true };
const settle = { ...open, settle: true, budgetCents: 1_000 };
const webhooks = { ...nothing, webhooks: true };
const everything = { ...settle, webhooks: true };

const own = { withdrawId: "wdr_own", wireId: "wdr_own", apiKey: "key", valueCents: 600, story };

/** This run has opened `wdr_own`, whose code 482915 it has read, and made `whk_own`. */
function ledgerOf(budgetCents: number): RunLedger {
  const ledger = new RunLedger(budgetCents);
  ledger.opened(own);
  ledger.codeRead(own.withdrawId, "482915");
  ledger.webhookCreated(["whk_own"]);
  return ledger;
}

/** What a request still needs; undefined when it is sent. */
function needs(request: string, body: unknown, allowed: Permissions, ledger = ledgerOf(allowed.budgetCents)) {
  const [method = "", path = ""] = request.split(" ");
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const intent = intentOf(description, { method, path, headers: {}, body: Buffer.from(text) });
  return denialOf(intent, allowed, ledger, story)?.needs;
}

const withdraw = "/account-balance/withdraw";

describe("without any permission", () => {
  test.each([
    "GET /account-balance",
    "GET /account-balance/withdraw-fee?value=500",
    "GET /account-balance/withdrawals",
    "GET /webhook",
    "GET /webhook/events",
    "GET /webhook/whk_foreign/logs",
    "GET /v1/account-balance",
    "GET /anything/else",
    "HEAD /account-balance",
  ])("%s is sent, for it only reads", (request) => {
    expect(needs(request, undefined, nothing)).toBeUndefined();
  });
});

describe("each operation", () => {
  test.each([
    [`POST ${withdraw}`, { value: 500 }, "open", open],
    [`POST ${withdraw}/cancel`, { withdrawId: "wdr_own" }, "open", open],
    [`POST ${withdraw}/resend-otp`, { withdrawId: "wdr_own" }, "open", open],
    [`POST ${withdraw}/confirm`, { withdrawId: "wdr_own", otpCode: "000000" }, "open", open],
    ["POST /webhook", { url: "https://hooks.acme.dev" }, "webhooks", webhooks],
    ["POST /webhook/whk_own/test", undefined, "webhooks", webhooks],
    ["PUT /webhook/whk_own", { name: "other" }, "webhooks", webhooks],
    ["PATCH /webhook/whk_own", { name: "other" }, "webhooks", webhooks],
    ["DELETE /webhook/whk_own", undefined, "webhooks", webhooks],
  ] as const)("%s %j needs %s, and no more", (request, body, need, enough) => {
    const others = { ...everything, ...(need === "open" ? { open: false } : { webhooks: false }) };
    expect(needs(request, body, nothing)).toBe(need);
    expect(needs(request, body, others)).toBe(need);
    expect(needs(request, body, enough)).toBeUndefined();
    expect(needs(request.replace(" ", " /v1"), body, enough)).toBeUndefined();
  });
});

describe("a withdrawal that another client has opened", () => {
  const foreign = { withdrawId: "wdr_foreign" };

  test.each(["cancel", "resend-otp", "confirm"])("is left alone by %s", (step) => {
    const body = { ...foreign, ...(step === "confirm" && { otpCode: "000000" }) };
    expect(needs(`POST ${withdraw}/${step}`, body, everything)).toBe("foreign");
  });

  test("is cancelled with --cancel-open, and never confirmed or given a new code", () => {
    const cancelOpen = { ...everything, cancelOpen: true };
    expect(needs(`POST ${withdraw}/cancel`, foreign, cancelOpen)).toBeUndefined();
    expect(needs(`POST ${withdraw}/cancel`, foreign, { ...cancelOpen, open: false })).toBe("open");
    expect(needs(`POST ${withdraw}/resend-otp`, foreign, cancelOpen)).toBe("foreign");
    expect(needs(`POST ${withdraw}/confirm`, { ...foreign, otpCode: "000000" }, cancelOpen)).toBe("foreign");
  });

  test("is not meant by an identifier that the suite has invented", () => {
    const body = { withdrawId: `${inventedPrefix}1`, otpCode: "482915" };
    for (const step of ["cancel", "resend-otp", "confirm"]) {
      expect(needs(`POST ${withdraw}/${step}`, body, open)).toBeUndefined();
    }
  });
});

test.each(["POST /webhook/whk_foreign/test", "PUT /webhook/whk_foreign", "DELETE /webhook/whk_foreign"])(
  "a webhook that this run has not made is left alone by %s",
  (request) => {
    expect(needs(request, undefined, everything)).toBe("foreign");
    expect(needs(request.replace("whk_foreign", `${inventedPrefix}1`), undefined, everything)).toBeUndefined();
  },
);

describe("a confirmation", () => {
  const confirm = `POST ${withdraw}/confirm`;
  const withCode = (otpCode: unknown) => ({ withdrawId: "wdr_own", otpCode });

  test("with the right code needs the permission to settle, and a budget that is enough", () => {
    expect(needs(confirm, withCode("482915"), open)).toBe("settle");
    expect(needs(confirm, withCode("482915"), { ...settle, budgetCents: 599 })).toBe("budget");
    expect(needs(confirm, withCode("482915"), { ...settle, budgetCents: 600 })).toBeUndefined();
  });

  test.each([
    ["a number", 482915],
    ["blanks around it", " 482915 "],
    ["a sign before it", "+482915"],
    ["more digits behind it", "4829150"],
    ["zeros before it", "000482915"],
    ["digits of another script", "٤٨٢٩١٥"],
    ["an exponent", "4.82915e5"],
    ["nothing but digits in another base", "0x75e63"],
  ])("with the right code as %s may be right, too", (_, otpCode) => {
    expect(needs(confirm, withCode(otpCode), open)).toBe("settle");
  });

  test.each([["482915"], { code: "482915" }, true, null])("with %j in the place of a code is not sent", (otpCode) => {
    expect(needs(confirm, withCode(otpCode), everything)).toBe("never");
  });

  test.each(["000000", "482916", "abcdef", "", "12345"])(
    "with the wrong code %j needs no the permission to settle",
    (otpCode) => {
      expect(needs(confirm, withCode(otpCode), open)).toBeUndefined();
    },
  );

  test("without a code or a withdrawal confirms nothing", () => {
    expect(needs(confirm, { withdrawId: "wdr_own" }, open)).toBeUndefined();
    expect(needs(confirm, { otpCode: "000000" }, open)).toBeUndefined();
  });

  test("with the right code that names no withdrawal may pay the one that is open", () => {
    expect(needs(confirm, { otpCode: "482915" }, open)).toBe("settle");
    expect(needs(confirm, { otpCode: "482915" }, { ...settle, budgetCents: 599 })).toBe("budget");
  });

  test("may pay with any code once the target has taken a wrong one", () => {
    const ledger = ledgerOf(settle.budgetCents);
    ledger.takesWrongCodes = true;
    expect(needs(confirm, withCode("000000"), open, ledger)).toBe("settle");
    expect(needs(confirm, { withdrawId: "wdr_own" }, open, ledger)).toBe("settle");
    expect(needs(confirm, withCode("000000"), settle, ledger)).toBeUndefined();
    ledger.confirmed("wdr_own", story, "confirmed");
    expect(needs(confirm, withCode("000000"), settle, ledger)).toBe("budget");
    expect(needs(confirm, { withdrawId: `${inventedPrefix}1`, otpCode: "000000" }, settle, ledger)).toBe("budget");
  });

  test("that two readers may read differently is never sent", () => {
    const twice = '{"withdrawId":"wdr_own","otpCode":"482915","otpCode":"000000"}';
    const escaped = '{"withdrawId":"wdr_own","otpCode":"\\u0034\\u0038\\u0032915"}';
    const form = "withdrawId=wdr_own&otpCode=482915";
    for (const body of [twice, escaped, form, `[${JSON.stringify(withCode("482915"))}]`]) {
      expect(needs(confirm, body, everything), body).toBe("never");
    }
    expect(needs(`${confirm}?otpCode=482915`, withCode("000000"), everything)).toBe("never");
  });

  test("of an amount that is not known is within no budget", () => {
    const ledger = ledgerOf(settle.budgetCents);
    ledger.opened({ ...own, valueCents: Number.POSITIVE_INFINITY });
    expect(needs(confirm, withCode("482915"), settle, ledger)).toBe("budget");
  });

  test("reads the names that an overlay gives to its members", () => {
    const text = JSON.stringify(loadDocument("interface").source);
    const renamed = text
      .replace('"required":["withdrawId","otpCode"]', '"required":["id","token"]')
      .replace('"properties":{"withdrawId":{"$ref"', '"properties":{"id":{"x-value":"withdrawId","$ref"')
      .replace('"otpCode":{"description":"The 6-digit', '"token":{"x-value":"otpCode","description":"The 6-digit');
    const body = Buffer.from(JSON.stringify({ id: "wdr_own", token: "482915" }));
    const passed = { method: "POST", path: `${withdraw}/confirm`, headers: {}, body };
    const intent = intentOf(new Description(JSON.parse(renamed)), passed);
    expect(denialOf(intent, open, ledgerOf(0), story)?.needs).toBe("settle");
  });
});

test.each(["cancel", "resend-otp", "confirm"])(
  "%s without a withdrawal is sent only while the one that is open is the run's own",
  (step) => {
    const ledger = ledgerOf(settle.budgetCents);
    expect(needs(`POST ${withdraw}/${step}`, {}, open, ledger)).toBeUndefined();
    ledger.closed("wdr_own");
    expect(needs(`POST ${withdraw}/${step}`, {}, open, ledger)).toBe("foreign");
    const cancelOpen = needs(`POST ${withdraw}/${step}`, {}, { ...open, cancelOpen: true }, ledger);
    expect(cancelOpen).toBe(step === "cancel" ? undefined : "foreign");
  },
);

describe("a body of a cancellation", () => {
  const cancel = `POST ${withdraw}/cancel`;

  test("in which nothing can be read cancels nothing", () => {
    for (const body of ["", "{", {}]) expect(needs(cancel, body, open)).toBeUndefined();
  });

  test("in which others may read a withdrawal is not sent", () => {
    for (const body of [
      "withdrawId=wdr_foreign",
      '{"withdrawId":"wdr_own","withdrawId":"wdr_foreign"',
      '["wdr_foreign"]',
    ]) {
      expect(needs(cancel, body, open), body).toBe("never");
    }
    expect(needs(`${cancel}?withdrawId=wdr_foreign`, {}, open)).toBe("never");
  });
});

describe("a path that servers read in different ways", () => {
  test.each([
    `POST ${withdraw}/`,
    `POST /${withdraw}`,
    "POST /account-balance//withdraw",
    "POST /account-balance/%77ithdraw",
    "POST /account-balance%2Fwithdraw",
    "POST /account-balance\\withdraw",
    "POST /Account-Balance/Withdraw",
    "POST /account-balance/./withdraw",
    "POST /account-balance/x/../withdraw",
    "POST /account-balance/x/%2e%2e/withdraw",
    "POST /account-balance/withdraw;a=b",
    "POST /v2/account-balance/withdraw",
    "POST /v1/v1/account-balance/withdraw",
    "POST account-balance/withdraw",
    "PUT /account-balance/withdraw",
    "DELETE /account-balance",
    "POST /webhook/../test",
    "POST /webhook/%2e%2e/test",
    "POST /webhook/..%2faccount-balance%2fwithdraw/test",
    "POST /webhook/a%5cb/test",
    "POST /webhook/whk_own%252f/test",
    "POST /webhook/whk_own;x/test",
    "POST /webhook/%zz/test",
    "DELETE /webhook/..",
    "DELETE /webhook/",
    "POST /anything/else",
    "OPTIONS /account-balance",
  ])("is not sent, whatever is allowed: %s", (request) => {
    expect(needs(request, { value: 500 }, { ...everything, cancelOpen: true })).toBe("never");
  });

  test("is not taken for another one because of its query", () => {
    expect(needs(`POST ${withdraw}?a=/webhook`, { value: 500 }, webhooks)).toBe("open");
    expect(needs("POST /anything?/account-balance/withdraw", { value: 500 }, everything)).toBe("never");
  });
});

test("an operation whose path an overlay begins with the version is recognised", () => {
  const text = JSON.stringify(loadDocument("interface").source);
  const moved = new Description(JSON.parse(text.replaceAll('"/account-balance', '"/v1/account-balance')));
  const passed = { method: "POST", path: `/v1${withdraw}`, headers: {}, body: Buffer.alloc(0) };
  expect(intentOf(moved, passed).operationId).toBe("initiateWithdrawal");
  expect(intentOf(moved, { ...passed, path: "/v1/webhook" }).operationId).toBe("createWebhook");
});

test("an operation that an overlay reads with GET still needs what it needs", () => {
  const text = JSON.stringify(loadDocument("interface").source);
  const moved = text.replace('"/account-balance/withdraw":{"post"', '"/account-balance/withdraw":{"get"');
  const passed = { method: "GET", path: withdraw, headers: {}, body: Buffer.alloc(0) };
  const intent = intentOf(new Description(JSON.parse(moved)), passed);
  expect(denialOf(intent, nothing, ledgerOf(0), story)?.needs).toBe("open");
});
