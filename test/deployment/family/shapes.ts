import { randomUUID } from "node:crypto";
import type { Choices } from "./choices.ts";

export type Members = Readonly<Record<string, unknown>>;

/** What the history and the events of a withdrawal are made of. */
export interface Payout {
  readonly id: string;
  readonly value: number;
  readonly isAutomatic: boolean;
  readonly createdAt: number;
  readonly status: string;
  readonly endToEndId: string | null;
}

/** A withdrawal in the history; `createdAt` as the company writes it. */
export function record(
  { recordId, amountName, pixForm, kind, amountText }: Choices,
  own: Payout,
  createdAt: unknown,
): Members {
  const pix = {
    pixKey: { pixKey },
    "pix: type, key": { pix: { type: "EVP", key: pixKey } },
    "destination.pixKey": { destination: { pixKey, owner: "Pagaluz Ltda" } },
    key: { key: pixKey },
    pixKeyUsed: { pixKeyUsed: pixKey },
  }[pixForm];
  const kinds = {
    "not shown": {},
    type: { type: own.isAutomatic ? "AUTOMATIC" : "MANUAL" },
    automatic: { automatic: own.isAutomatic },
    origin: { origin: own.isAutomatic ? "scheduler" : "api" },
  }[kind];
  const { id, status, value, endToEndId } = own;
  const reais = (value / 100).toFixed(2);
  const texts = {
    none: {},
    "R$ 1.234,56": { formatted: `R$ ${reais.replace(".", ",")}` },
    "1234.56": { decimal: reais },
  };
  return { [recordId]: id, ...kinds, status, [amountName]: value, ...texts[amountText], ...pix, endToEndId, createdAt };
}

/** `data` of `withdraw.completed`. */
export function completed({ completedPayload }: Choices, { id, value }: Payout, endToEndId: string): Members {
  return {
    withdrawId: { withdrawId: id, value, status: "CONFIRMED" },
    endToEndId: { endToEndId, amount: value },
    both: { withdrawId: id, endToEndId, value, pixKey },
    "id, e2e_id": { id, e2e_id: endToEndId, amount_in_cents: value },
    nested: { withdrawal: { id, value, status: "CONFIRMED" }, transaction: { endToEndId } },
    transaction: { transaction: endToEndId, total: value },
  }[completedPayload];
}

/** What the fee simulation tells. */
export function simulation({ feeForm, feeTaken }: Choices, amount: number, fee: number, minimum: number): Members {
  const net = feeTaken === "monthly" ? amount : Math.max(0, amount - fee);
  return {
    "of the balance": { available: amount, fee, net },
    "of an amount": { amount, fee, net },
    nested: { simulation: { amount, fee, net }, currency: "BRL" },
    "in parts": { gross: amount, fee: { fixed: fee, total: fee }, net },
    "with the floor": { value: amount, fee, net, minimum, floor: minimum + fee },
  }[feeForm];
}

/** `data` of the events of subscriptions. */
export function subscribed({ otherPayloads }: Choices, subscriptionId: string): Members {
  return {
    camel: { subscriptionId, amount: 4_990 },
    nested: { subscription: { id: subscriptionId }, cycle: { number: 1, total: 4_990 } },
    snake: { contract_id: subscriptionId, amount_in_cents: 4_990 },
  }[otherPayloads];
}

/** `data` of `dispute.chargeback`. */
export function disputed({ otherPayloads }: Choices, chargeId: string, total: number): Members {
  return {
    camel: { chargeId, amount: total, reason: "fraud" },
    nested: { dispute: { reason: "fraud" }, charge: { id: chargeId, total } },
    snake: { dispute_id: randomUUID(), charge_id: chargeId, amount_in_cents: total },
  }[otherPayloads];
}

/** The outcome of an attempt in a log; `status` is absent where no answer came. */
export function outcome({ logOutcome, logDuration, logNoAnswer }: Choices, tookMs: number, status?: number): Members {
  const isGood = status !== undefined && status >= 200 && status <= 299;
  const words = {
    boolean: [true, false],
    SUCCESS: ["SUCCESS", "FAILURE"],
    delivered: ["delivered", "failed"],
    sucesso: ["sucesso", "falha"],
  };
  const duration = {
    ms: { durationMs: tookMs },
    seconds: { duration: tookMs / 1_000 },
    text: { duration: `${tookMs} ms` },
    "ISO 8601": { duration: `PT${tookMs / 1_000}S` },
  }[logDuration];
  const httpStatus = status ?? { null: null, "0": 0, "left out": undefined }[logNoAnswer];
  return { result: words[logOutcome][isGood ? 0 : 1], ...(httpStatus !== undefined && { httpStatus }), ...duration };
}

/** The list of event names. */
export function eventNames({ eventList, reservedEvent }: Choices): unknown {
  const names = reservedEvent === "neither" ? firedEvents : [...firedEvents, RESERVED];
  const groups = ["charge", "subscription", "withdraw", "dispute"];
  return {
    names,
    objects: names.map((name) => ({ name, available: name !== RESERVED })),
    "by name": Object.fromEntries(names.map((name) => [name, { available: name !== RESERVED }])),
    "in groups": Object.fromEntries(groups.map((group) => [group, names.filter((name) => name.startsWith(group))])),
    "in a list with a total": { total: names.length, list: names },
  }[eventList];
}

/** Of the account: all its withdrawals go there. */
export const pixKey = "5f84a4c5-c5cb-4599-9f13-7eb4d419dacc";
export const RESERVED = "charge.received";
export const firedEvents: readonly string[] = [
  ...[
    ...["charge.pending", "charge.processing", "charge.paid", "charge.expired", "withdraw.completed"],
    ...["dispute.chargeback"],
  ],
  ...["subscription.authorized", "subscription.rejected", "subscription.charge.paid", "subscription.charge.failed"],
];
