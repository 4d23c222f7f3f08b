import { computed } from "@preact/signals";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { worldNow } from "../live/world-clock.ts";
import { followed } from "../state/resource.ts";

/** More than this is not told apart on the rail. */
const MAX_ITEMS = 200;

/** Nothing happens by itself when a code expires, so the world's own agenda does not have that. */
export async function readAgenda({ control }: SaldoClient) {
  const [{ items, total }, { withdrawals }] = await Promise.all([
    carriedOut(control.GET("/agenda", { params: { query: { limit: MAX_ITEMS } } })),
    carriedOut(control.GET("/withdrawals", { params: { query: { status: "CREATED" } } })),
  ]);
  const expiries = withdrawals.map(({ otpExpiresAt, withdrawId, companyId }) => {
    return { dueAt: otpExpiresAt ?? "", type: "code-expiry", id: withdrawId, companyId, amountCents: null };
  });
  return { items, total, expiries };
}

const read = followed(readAgenda);

/** What the world has yet to do and codes that expire, soonest first; null before it is read. */
export const agenda = computed(() => {
  const { value } = read.value;
  const now = worldNow.value;
  return value === null || now === null ? null : dueAfter(now, value);
});

/** Returns what falls due after an instant, soonest first. */
export function dueAfter(now: number, { items, total, expiries }: Awaited<ReturnType<typeof readAgenda>>) {
  const later = expiries.filter(({ dueAt }) => Date.parse(dueAt) > now);
  const all = [...items, ...later].sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
  return { items: all, total: total + later.length };
}

export type AgendaItem = NonNullable<typeof agenda.value>["items"][number];
