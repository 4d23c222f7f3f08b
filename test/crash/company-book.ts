import type { Ask } from "../../src/client/connection.ts";
import { numberOf, type Row, rowsOf } from "../rules/json-reading.ts";
import { compareFacts, type Fact } from "./kept-book.ts";

export interface ChargeLine {
  readonly externalId: string;
  chargeId: string | null;
  readonly total: number;
  status: "PENDING" | "PROCESSING" | "PAID" | "EXPIRED" | "REFUNDED";
  chargedBack: boolean;
}

/** No two withdrawals of a company have the same value, so that one can be told by it. */
export interface WithdrawalLine {
  readonly value: number;
  withdrawId: string | null;
  /** Paid out or not yet: both are APPROVED here. */
  status: "CREATED" | "APPROVED" | "CANCELLED";
  wrongCodes: number;
}

export interface WebhookLine {
  readonly name: string;
  webhookId: string | null;
}

/** What a client writes down about its company: as a ledger of its own, without asking the server. */
export interface CompanyBook {
  name: string;
  availableCents: number;
  readonly charges: ChargeLine[];
  readonly withdrawals: WithdrawalLine[];
  webhooks: WebhookLine[];
  /** Test deliveries, each with its webhook. */
  readonly deliveries: { readonly deliveryId: string; readonly webhookId: string }[];
  /** So many lines were found on the server already. */
  checkedCharges: number;
}

/** A company as the server shows it: its newest charges, or all of them. */
export interface SeenCompany {
  readonly name: string;
  readonly availableCents: number;
  readonly charges: readonly Row[];
  readonly withdrawals: readonly Row[];
  readonly webhooks: readonly Row[];
}

/** What a fixture's balance comes from. */
export const openingBalance = "opening-balance";

/** The book of a company as a fixture begins it. */
export function newBook(name: string, availableCents: number, webhooks: readonly string[]): CompanyBook {
  const opening = { externalId: openingBalance, chargeId: null, total: availableCents };
  return {
    name,
    availableCents,
    charges: [{ ...opening, status: "PAID", chargedBack: false }],
    withdrawals: [],
    webhooks: webhooks.map((one) => ({ name: one, webhookId: null })),
    deliveries: [],
    checkedCharges: 0,
  };
}

/** Clients touch nothing older than these lines of theirs. */
export const touchedLines = 30;
const pageOf = 1_000;

/** Looks at a company; with `whole` at all that it ever had. */
export async function lookAt(ask: Ask, book: CompanyBook, unheard: number, whole: boolean): Promise<SeenCompany> {
  const newest = book.charges.length - book.checkedCharges + unheard + touchedLines + 10;
  const [company, ledger, charges, withdrawals, webhooks] = await Promise.all([
    ask("GET", "/sandbox/company"),
    ask("GET", "/sandbox/ledger?limit=1"),
    whole || newest > pageOf ? everyRow(ask, "charges", "chargeId") : ask("GET", `/sandbox/charges?limit=${newest}`),
    ask("GET", "/account-balance/withdrawals"),
    ask("GET", "/sandbox/webhooks"),
  ]);
  const open = rowsOf(withdrawals, "data").filter(({ status }) => status === "CREATED");
  const details = await Promise.all(open.map(({ withdrawId }) => ask("GET", `/sandbox/withdrawals/${withdrawId}`)));
  const closed = rowsOf(withdrawals, "data").filter(({ status }) => status !== "CREATED");
  return {
    name: company.text("name"),
    availableCents: numberOf(ledger, "accounts.available"),
    charges: "status" in charges ? rowsOf(charges, "charges") : charges,
    withdrawals: [...closed, ...details.map(({ body }): Row => Object(body))],
    webhooks: rowsOf(webhooks, "webhooks"),
  };
}

/** All rows of a list that has pages. */
export async function everyRow(ask: Ask, list: string, id: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let after = ""; ; ) {
    const page = rowsOf(await ask("GET", `/sandbox/${list}?limit=${pageOf}${after}`), list);
    rows.push(...page);
    if (page.length < pageOf) return rows;
    after = `&after=${page.at(-1)?.[id]}`;
  }
}

/** What the server shows otherwise than the book has it. With `whole` nothing of the book may be missing. */
export function differences(book: CompanyBook, seen: SeenCompany, whole: boolean): string[] {
  const charges = (whole ? book.charges : book.charges.slice(-pageOf)).map(chargeFact);
  const fresh = whole ? charges : book.charges.slice(book.checkedCharges).map(chargeFact);
  const withdrawals = book.withdrawals.map(withdrawalFact);
  const webhooks = book.webhooks.map(webhookFact);
  const balance = `the balance is ${seen.availableCents} and should be ${book.availableCents}`;
  return [
    ...(book.name === seen.name ? [] : [`the company is called "${seen.name}" and should be "${book.name}"`]),
    ...(book.availableCents === seen.availableCents ? [] : [balance]),
    ...compareFacts("charge", charges, fresh, seen.charges.map(seenCharge)),
    ...compareFacts("withdrawal", withdrawals, withdrawals, seen.withdrawals.map(seenWithdrawal)),
    ...compareFacts("webhook", webhooks, webhooks, seen.webhooks.map(seenWebhook)),
  ];
}

/** Writes down the ids that nobody has heard, and that all this was found. */
export function adopt(book: CompanyBook, seen: SeenCompany): void {
  const ids = new Map([...seen.charges.map(seenCharge), ...seen.withdrawals.map(seenWithdrawal)].map(nameAndId));
  for (const line of book.charges) line.chargeId ??= ids.get(line.externalId) ?? null;
  for (const line of book.withdrawals) line.withdrawId ??= ids.get(String(line.value)) ?? null;
  const webhookIds = new Map(seen.webhooks.map(seenWebhook).map(nameAndId));
  for (const line of book.webhooks) line.webhookId ??= webhookIds.get(line.name) ?? null;
  book.checkedCharges = book.charges.length;
}

function nameAndId({ name, id }: Fact) {
  return [name, id] as const;
}

function chargeFact({ externalId, chargeId, total, status, chargedBack }: ChargeLine): Fact {
  return { name: externalId, id: chargeId, text: `${total} ${status}${chargedBack ? " charged back" : ""}` };
}

function seenCharge({ externalId, chargeId, total, paymentStatus, reversal }: Row): Fact {
  const chargedBack = paymentStatus === "PAID" && reversal !== null;
  const text = `${total} ${paymentStatus}${chargedBack ? " charged back" : ""}`;
  return { name: String(externalId), id: String(chargeId), text };
}

function withdrawalFact({ value, withdrawId, status, wrongCodes }: WithdrawalLine): Fact {
  const text = status === "CREATED" ? `${status}, ${5 - wrongCodes} attempts left` : status;
  return { name: String(value), id: withdrawId, text };
}

function seenWithdrawal({ value, withdrawId, status, attemptsLeft }: Row): Fact {
  const ended = status === "CONFIRMED" ? "APPROVED" : String(status);
  const text = status === "CREATED" ? `${status}, ${attemptsLeft} attempts left` : ended;
  return { name: String(value), id: String(withdrawId), text };
}

function webhookFact({ name, webhookId }: WebhookLine): Fact {
  return { name, id: webhookId, text: "" };
}

function seenWebhook({ name, webhookId, active }: Row): Fact {
  return { name: String(name), id: String(webhookId), text: active === true ? "" : "deactivated" };
}
