import type { Chance } from "../../src/store/lowdb/testing/chance.ts";
import { type Account, hookUrl } from "../rules/account.ts";
import {
  type ChargeLine,
  type CompanyBook,
  openingBalance,
  touchedLines,
  type WithdrawalLine,
} from "./company-book.ts";
import type { Move } from "./kept-book.ts";

type CompanyMove = Move<CompanyBook>;

export interface MoveOptions {
  readonly chance: Chance;
  readonly account: Account;
  /** Grows with every call, for all clients. */
  readonly serial: () => number;
  readonly webhooks: boolean;
}

/** What the client of a company may do next. Only this client changes the company, so that it knows how it will end. */
export async function nextMove(book: CompanyBook, options: MoveOptions): Promise<CompanyMove> {
  const { chance, serial } = options;
  const throwing = chance.below(100);
  if (throwing < 40) return newCharge(`charge ${serial()}`, 1 + chance.below(5_000), throwing < 25);
  if (throwing < 55) return chargeMoved(book, options);
  if (throwing < 58) return { ...newCharge(`refused ${serial()}`, 0, true), expects: "refused", effect: noEffect };
  if (throwing < 61) return renamed(`Company ${serial()}`);
  if (throwing < 72 && options.webhooks) return webhookMove(book, options);
  return withdrawalMove(book, options);
}

/** What any client may do to a company that several share: its end does not depend on the others. */
export function newCharge(externalId: string, total: number, paid: boolean): CompanyMove {
  return {
    method: "POST",
    path: "/sandbox/charges",
    body: { total, externalId, paid },
    expects: "acknowledged",
    effect: (book, answer) => {
      const chargeId = answer?.text("chargeId") ?? null;
      book.charges.push({ externalId, chargeId, total, status: paid ? "PAID" : "PENDING", chargedBack: false });
      if (paid) book.availableCents += total;
    },
  };
}

function noEffect(): void {}

function chargeMoved({ charges }: CompanyBook, { chance, serial }: MoveOptions): CompanyMove {
  const known = charges
    .slice(-touchedLines)
    .filter((one) => one.chargeId !== null && one.externalId !== openingBalance);
  const charge = known[chance.below(Math.max(1, known.length))];
  if (charge === undefined) return newCharge(`charge ${serial()}`, 1, false);
  const how = chance.pick(["process", "pay", "expire", "refund", "chargeback"]);
  const after = chargeAfter(charge, how);
  return {
    method: "POST",
    path: `/sandbox/charges/${charge.chargeId}/${how}`,
    expects: after === null ? "refused" : "acknowledged",
    effect: (book) => {
      const line = book.charges.findLast(({ externalId }) => externalId === charge.externalId);
      if (line === undefined || after === null) return;
      Object.assign(line, after.line);
      book.availableCents += after.cents;
    },
  };
}

/** How a charge is afterwards, and what the balance gains; null when it is refused. */
function chargeAfter({ status, chargedBack, total }: ChargeLine, how: string) {
  const isOpen = status === "PENDING" || status === "PROCESSING";
  const isReversible = status === "PAID" && !chargedBack;
  if (how === "process") return status === "PENDING" ? { line: { status: "PROCESSING" }, cents: 0 } : null;
  if (how === "pay") return isOpen ? { line: { status: "PAID" }, cents: total } : null;
  if (how === "expire") return status === "PENDING" ? { line: { status: "EXPIRED" }, cents: 0 } : null;
  if (!isReversible) return null;
  return { line: how === "refund" ? { status: "REFUNDED" } : { chargedBack: true }, cents: -total };
}

function renamed(name: string): CompanyMove {
  const effect = (book: CompanyBook) => {
    book.name = name;
  };
  return { method: "PATCH", path: "/sandbox/company", body: { name }, expects: "acknowledged", effect };
}

async function withdrawalMove(book: CompanyBook, options: MoveOptions): Promise<CompanyMove> {
  const { chance, account } = options;
  const open = book.withdrawals.findLast(({ status }) => status === "CREATED");
  const throwing = chance.below(100);
  // A number never given again, also after a way back.
  const value = 1_000 + options.serial();
  if (open?.withdrawId == null) return initiated(value, throwing < 10);
  const { withdrawId } = open;
  if (throwing < 15) return { ...initiated(value, false), expects: "refused", effect: noEffect };
  if (throwing < 35) return cancelled(withdrawId);
  const isRight = throwing < 70 && open.wrongCodes < 5;
  const [wrong = ""] = isRight ? [] : await account.wrongCodes(withdrawId, 1);
  return confirmed(withdrawId, isRight ? await account.code(withdrawId) : wrong, isRight);
}

function initiated(value: number, tooMuch: boolean): CompanyMove {
  const [method, path] = ["POST", "/account-balance/withdraw"];
  if (tooMuch) return { method, path, body: { value: value + 1_000_000_000_000 }, expects: "refused" };
  const effect: CompanyMove["effect"] = (book, answer) => {
    const withdrawId = answer?.text("data.withdrawId") ?? null;
    book.withdrawals.push({ value, withdrawId, status: "CREATED", wrongCodes: 0 });
    book.availableCents -= value;
  };
  return { method, path, body: { value }, expects: "acknowledged", effect };
}

function cancelled(withdrawId: string): CompanyMove {
  return {
    method: "POST",
    path: "/account-balance/withdraw/cancel",
    body: { withdrawId },
    expects: "acknowledged",
    effect: (book) => {
      const line = withdrawalOf(book, withdrawId);
      line.status = "CANCELLED";
      book.availableCents += line.value;
    },
  };
}

function confirmed(withdrawId: string, otpCode: string, isRight: boolean): CompanyMove {
  return {
    method: "POST",
    path: "/account-balance/withdraw/confirm",
    body: { withdrawId, otpCode },
    expects: isRight ? "acknowledged" : "refused",
    effect: (book) => {
      const line = withdrawalOf(book, withdrawId);
      if (isRight) line.status = "APPROVED";
      else line.wrongCodes = Math.min(5, line.wrongCodes + 1);
    },
  };
}

function withdrawalOf({ withdrawals }: CompanyBook, withdrawId: string): WithdrawalLine {
  const line = withdrawals.findLast((one) => one.withdrawId === withdrawId);
  if (line === undefined) throw new Error(`no withdrawal ${withdrawId} is in the book`);
  return line;
}

function webhookMove(book: CompanyBook, { chance, serial }: MoveOptions): CompanyMove {
  const throwing = chance.below(100);
  const name = `Webhook ${serial()}`;
  if (throwing < 20) return { ...newWebhook(name, "http://localhost/"), expects: "refused", effect: noEffect };
  if (throwing < 30 && book.webhooks.length < 2) return newWebhook(name, hookUrl);
  const known = book.webhooks.filter(({ webhookId }) => webhookId !== null);
  const webhookId = known[chance.below(Math.max(1, known.length))]?.webhookId ?? null;
  if (webhookId === null) return newWebhook(name, hookUrl);
  if (throwing < 34 && known.length === 2) return webhookDeleted(webhookId);
  const again = book.deliveries.slice(-touchedLines).filter((one) => one.webhookId === webhookId);
  const delivery = again[chance.below(Math.max(1, again.length))];
  if (throwing < 60 && delivery !== undefined) {
    return { method: "POST", path: `/sandbox/deliveries/${delivery.deliveryId}/redeliver`, expects: "acknowledged" };
  }
  return testDelivered(webhookId);
}

function newWebhook(name: string, url: string): CompanyMove {
  return {
    method: "POST",
    path: "/webhook",
    body: { url, name, events: ["charge.paid", "withdraw.completed"] },
    expects: "acknowledged",
    effect: (book, answer) => void book.webhooks.push({ name, webhookId: answer?.text("data.webhookId") ?? null }),
  };
}

function webhookDeleted(webhookId: string): CompanyMove {
  return {
    method: "DELETE",
    path: `/sandbox/webhooks/${webhookId}`,
    expects: "acknowledged",
    effect: (book) => {
      book.webhooks = book.webhooks.filter((line) => line.webhookId !== webhookId);
    },
  };
}

function testDelivered(webhookId: string): CompanyMove {
  return {
    method: "POST",
    path: `/webhook/${webhookId}/test`,
    expects: "acknowledged",
    effect: (book, answer) => {
      if (answer !== null) book.deliveries.push({ deliveryId: answer.text("data.deliveryId"), webhookId });
    },
  };
}
