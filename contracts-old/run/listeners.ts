import type { Account } from "./account.ts";
import { type Hook, openHook } from "./hook.ts";
import { occasionEvent } from "./occasion.ts";
import type { Reply } from "./receiver.ts";

/** Webhooks that are told of the same event, each of which answers in its own way. */
export type Tried = "steady" | "other" | "redirecting" | "refusing" | "faltering" | "recovering" | "failing";
export type Awaited = "slow" | "late";
export type Replies<Name extends string> = ReadonlyMap<Name, readonly Reply[]>;

/** By turns; the last one goes on. */
export const answersTried: Replies<Tried> = new Map([
  ["steady", statuses(200)],
  ["other", statuses(299)],
  // Whoever follows them comes back at once, and to this webhook.
  ["redirecting", [...[301, 302, 307, 308].map(redirect), ...statuses(200)]],
  ["refusing", statuses(400, 401, 410, 429, 200)],
  ["faltering", statuses(500, 501, 503, 504, 200)],
  ["recovering", statuses(503, 500, 200)],
  ["failing", statuses(500)],
]);

/** Those that let the target wait, by the wall clock; what comes too late would be a success. */
export const answersAwaited: Replies<Awaited> = new Map([
  ["slow", [{ status: 200, delayMs: 8_000 }]],
  ["late", [{ status: 200, delayMs: 12_000 }, ...statuses(200)]],
]);

export type Listeners<Name extends string> = ReadonlyMap<Name, Hook>;

/** All for one event, for on a real account it costs money. */
export async function openListeners<Name extends string>(
  account: Account,
  replies: Replies<Name>,
): Promise<Listeners<Name>> {
  const hooks = new Map<Name, Hook>();
  for (const [name, own] of replies) hooks.set(name, await openHook(account, [occasionEvent(account)], own));
  return hooks;
}

function statuses(...all: readonly number[]): readonly Reply[] {
  return all.map((status) => ({ status }));
}

function redirect(status: number): Reply {
  return { status, headers: { location: "?followed" } };
}
