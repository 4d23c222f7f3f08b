import { expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

const id = "abc_000000000000000000000000";

/** Everything that is about the company of the key, the interface included. */
const aboutCompany = [
  ["GET", "/account-balance"],
  ["GET", "/account-balance/withdraw-fee"],
  ["GET", "/account-balance/withdrawals"],
  ["POST", "/account-balance/withdraw", { value: 1_000 }],
  ["POST", "/account-balance/withdraw/confirm", { withdrawId: id, otpCode: "123456" }],
  ["POST", "/account-balance/withdraw/resend-otp", { withdrawId: id }],
  ["POST", "/account-balance/withdraw/cancel", { withdrawId: id }],
  ["POST", "/webhook", { url: "https://hooks.acme.dev/", name: "A", events: ["charge.paid"] }],
  ["GET", "/webhook"],
  ["GET", "/webhook/events"],
  ["GET", `/webhook/${id}/logs`],
  ["POST", `/webhook/${id}/test`],
  ["PUT", `/webhook/${id}`],
  ["PATCH", `/webhook/${id}`],
  ["DELETE", `/webhook/${id}`],
  ["GET", "/sandbox/company"],
  ["PATCH", "/sandbox/company", { name: "B" }],
  ["GET", "/sandbox/ledger"],
  ["GET", "/sandbox/inbox"],
  ["POST", "/sandbox/charges", { total: 100 }],
  ["GET", "/sandbox/charges"],
  ["GET", `/sandbox/charges/${id}`],
  ...["process", "pay", "expire", "refund", "chargeback"].map(
    (how) => ["POST", `/sandbox/charges/${id}/${how}`] as const,
  ),
  ["POST", "/sandbox/subscriptions", { amountCents: 100, interval: "P1M" }],
  ["GET", "/sandbox/subscriptions"],
  ["GET", `/sandbox/subscriptions/${id}`],
  ["PATCH", `/sandbox/subscriptions/${id}`, { amountCents: 1 }],
  ...["authorize", "reject", "charge"].map((how) => ["POST", `/sandbox/subscriptions/${id}/${how}`] as const),
  ["GET", `/sandbox/withdrawals/${id}`],
  ["POST", `/sandbox/withdrawals/${id}/approve`],
  ["POST", `/sandbox/withdrawals/${id}/decline`],
  ["POST", `/sandbox/withdrawals/${id}/settle`, { outcome: "CONFIRMED" }],
  ["GET", "/sandbox/webhooks"],
  ["PATCH", `/sandbox/webhooks/${id}`, { name: "B" }],
  ["DELETE", `/sandbox/webhooks/${id}`],
  ["POST", `/sandbox/webhooks/${id}/reactivate`],
  ["GET", "/sandbox/deliveries"],
  ["POST", `/sandbox/deliveries/${id}/redeliver`],
] as const;

/** Everything that is about the world alone. */
const aboutWorld = [
  ["GET", "/sandbox/world"],
  ["GET", "/sandbox/clock"],
  ["PUT", "/sandbox/clock", { mode: "frozen" }],
  ["POST", "/sandbox/clock/advance", { by: "PT1S" }],
  ["GET", "/sandbox/agenda"],
  ["GET", "/sandbox/events"],
  ["GET", "/sandbox/settings"],
  ["PATCH", "/sandbox/settings", { withdrawalFee: 1 }],
  ["GET", "/sandbox/routes"],
  ["PUT", "/sandbox/routes", {}],
  ["GET", "/sandbox/bookmarks"],
  ["POST", "/sandbox/bookmarks", { name: "a" }],
  ["DELETE", "/sandbox/bookmarks/a"],
  ["POST", "/sandbox/companies", {}],
  ["POST", "/sandbox/reset"],
] as const;

it("a key whose company is not there yet is no key of a company, and leads the world on all the same", async () => {
  await using sandbox = await startCheckedSandbox();
  await sandbox.account.bookmark("alone");
  const added = await sandbox.ask("POST", "/sandbox/companies", { balance: 700 });
  const second = sandbox.accountOf(added.text("apiKey"));
  await second.bookmark("together");
  expect(await second.balance()).toBe(700);
  await second.rewind({ bookmark: "alone" });
  const before = await sandbox.account.events();
  for (const [method, path, body] of aboutCompany) {
    const answer = await second.ask(method, path, body);
    expect([method, path, answer.status]).toEqual([method, path, 401]);
    expect(answer.at("code") ?? answer.at("data.code")).toBe("UNAUTHORIZED");
    expect(answer.at("detail") ?? answer.at("message")).toContain("the world was taken back to before it was added");
  }
  expect(await sandbox.account.events()).toEqual(before);
  for (const [method, path, body] of aboutWorld) {
    const answer = await second.ask(method, path, body);
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
  }
  expect(await sandbox.account.balance()).toBe(150_000);
  await second.rewind({ bookmark: "together" });
  expect(await second.balance()).toBe(700);
});
