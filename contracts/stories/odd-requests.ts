import { memberCalled } from "../trace/find.ts";
import { story } from "./story.ts";

/** An id that no target has given. */
export const inventedId = () => `saldo-contract-${crypto.randomUUID().slice(0, 8)}`;

/** Asks what only reads: with a wrong method, at an unknown path, with large headers, with an amount, often, below /v1. */
export const oddlyRead = story("odd requests that read", [], {}, async ({ account }) => {
  await account.balance();
  await account.fee();
  await account.call("simulateWithdrawalFee", {}, { query: "?value=4321" });
  await account.call("simulateWithdrawalFee", {}, { query: "?value=abc" });
  await account.withdrawals();
  await account.call("listWebhookEvents");
  await account.call("listWebhooks");
  await account.call("listWebhookLogs", {}, { id: inventedId() });
  await account.call("getBalance", {}, { credential: "none" });
  await account.call("getBalance", {}, { headers: { "x-saldo-contract": "x".repeat(64 * 1024) } });
  await account.askNowhere();
  await account.send("GET", "/account-balance/withdraw");
  await account.call("listWebhookLogs", {}, { id: "\u0000" });
  if (!(await account.balance()).request.base?.includes("v1")) {
    for (const operation of ["getBalance", "listWithdrawals"]) await account.call(operation, {}, { prefix: "/v1" });
  }
  await Promise.all(Array.from({ length: 40 }, () => account.withdrawals()));
});

/** Asks what would do nothing even if it were taken, while a withdrawal of its own is open and when none is. */
export const oddlyOpened = story("odd requests about withdrawals", ["open"], { mails: 1 }, async (stage) => {
  const { account } = stage;
  const before = await account.balance();
  await account.fee();
  await stage.initiate(1);
  const available = Number(memberCalled(before.response?.json, "balance"));
  if (Number.isFinite(available)) await account.initiate(Math.max(0, available) + 1_000_000);
  await account.call("initiateWithdrawal", {});
  await account.balance();
  const withdrawal = await stage.open();
  await account.balance();
  await account.withdrawals();
  await account.initiate(withdrawal.valueCents);
  await account.initiate(1);
  await account.confirm(withdrawal.id, "saldo?");
  await account.confirm(inventedId(), "000000");
  await account.resend(inventedId());
  const unknown = inventedId();
  const rawBody = JSON.stringify({ withdrawId: unknown });
  const cancel = (members: Record<string, unknown>, options = {}) =>
    account.call("cancelWithdrawal", { withdrawId: unknown, ...members }, options);
  await cancel({});
  await cancel({}, { rawBody: rawBody + " ".repeat(1024 * 1024) });
  await cancel({}, { rawBody, headers: { "content-type": "text/plain" } });
  await cancel({ saldoContract: true });
  await cancel({ withdrawId: `${unknown}\u0007` });
  await cancel({ withdrawId: unknown + "x".repeat(10_000) });
  await cancel({}, { rawBody: "{" });
  await account.call("cancelWithdrawal", {});
  await account.balance();
  await withdrawal.cancel();
  await withdrawal.cancel();
  await stage.readSettled();
  await account.withdrawals();
  await account.confirm(withdrawal.id, "000000");
  await withdrawal.resend();
});
