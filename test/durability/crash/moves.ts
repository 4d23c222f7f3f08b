import type { Answer } from "../../../src/client/answer.ts";
import type { Chance } from "../../../src/store/lowdb/testing/chance.ts";
import { type Account, hookUrl } from "../../rules/account.ts";
import type { Move } from "./asks.ts";
import type { KnownWorld } from "./known-world.ts";

/** A client picks from this many things that it has made last. */
const remembered = 30;

/** A client of one company, which remembers what it has made since the server started. */
export interface Client {
  readonly account: Account;
  readonly world: KnownWorld;
  readonly chance: Chance;
  /** Grows with every call, for all clients. */
  readonly serial: () => number;
  /** Not where there are resets: after one, identifiers of deliveries are given once more. */
  readonly makesWebhooks: boolean;
  readonly charges: string[];
  readonly deliveries: string[];
  webhooks: readonly string[];
  open: string | null;
}

/** A client that knows of a company what its history says. */
export function newClient(
  companyId: string,
  options: Pick<Client, "account" | "world" | "chance" | "serial" | "makesWebhooks">,
): Client {
  const { charges, webhooks, companies } = options.world.auditor.world;
  const own = [...charges.values()].filter((charge) => charge.companyId === companyId);
  const present = [...webhooks.values()].filter((webhook) => webhook.companyId === companyId && !webhook.deleted);
  return {
    ...options,
    charges: own.slice(1).map(({ chargeId }) => chargeId),
    deliveries: [],
    webhooks: present.map(({ webhookId }) => webhookId),
    open: companies.get(companyId)?.openWithdrawalId ?? null,
  };
}

/** What the client of a company may do next. Some of it must be refused and leave no trace. */
export async function nextMove(client: Client): Promise<Move> {
  const { chance, serial } = client;
  const drawn = chance.below(100);
  if (drawn < 40) return newCharge(`charge ${serial()}`, 1 + chance.below(5_000), drawn < 25);
  if (drawn < 55) return chargeMove(client);
  if (drawn < 58) return newCharge(`refused ${serial()}`, 0, true);
  if (drawn < 61) {
    const name = `Company ${serial()}`;
    return { method: "PATCH", path: "/sandbox/company", body: { name }, fact: `CompanyChanged ${name}` };
  }
  if (drawn < 72 && client.makesWebhooks) return webhookMove(client);
  return withdrawalMove(client);
}

/** What a client that goes back in time may do next. `resets`: also to the beginning. */
export function nextTravelMove(client: Client, resets: boolean): Promise<Move> | Move {
  const { chance, world } = client;
  const drawn = chance.below(100);
  const names = [...world.auditor.bookmarks.keys(), "nowhere"];
  const name = names[chance.below(names.length)] ?? "nowhere";
  if (drawn < 8) return bookmarkMove("POST", "", `mark ${chance.below(4)}`);
  if (drawn < 10) return bookmarkMove("DELETE", `/${encodeURIComponent(name)}`, name);
  if (drawn < 20) return { method: "POST", path: "/sandbox/rewind", body: { bookmark: name }, fact: "WorldRewound" };
  if (drawn < 24 && resets) return { method: "POST", path: "/sandbox/reset", fact: "WorldRewound" };
  return nextMove(client);
}

export function nextClockMove(chance: Chance): Move {
  const drawn = chance.below(100);
  const path = "/sandbox/clock/advance";
  if (drawn < 50) return { method: "POST", path, body: { by: `PT${1 + chance.below(30)}S` }, fact: null };
  if (drawn < 60) return { method: "POST", path, body: { to: "2000-01-01T00:00:00Z" }, fact: null };
  if (drawn < 80) {
    const webhookTimeout = `PT${10 + chance.below(200)}S`;
    const fact = `SettingsChanged ${webhookTimeout}`;
    return { method: "PATCH", path: "/sandbox/settings", body: { webhookTimeout }, fact };
  }
  const mode = chance.pick(["frozen", "running"]);
  return { method: "PUT", path: "/sandbox/clock", body: { mode }, fact: `ClockSet ${mode}` };
}

/** What the name of a charge ends with that is paid from the beginning. */
export const paidMark = ", paid";

export function newCharge(name: string, total: number, paid: boolean): Move {
  const externalId = `${name}${paid ? paidMark : ""}`;
  const body = { total, externalId, paid };
  return { method: "POST", path: "/sandbox/charges", body, fact: `ChargeCreated ${externalId}`, id: "chargeId" };
}

/** Remembers what a granted request has made. */
export function remember(client: Client, { path, method, id }: Move, answer: Answer): void {
  const made = id === undefined ? null : answer.text(id);
  if (made !== null && path === "/sandbox/charges") client.charges.push(made);
  if (made !== null && path.endsWith("/test")) client.deliveries.push(made);
  if (made !== null && path === "/webhook") client.webhooks = [...client.webhooks, made];
  if (made !== null && path.endsWith("/withdraw")) client.open = made;
  if (path.endsWith("/cancel") || path.endsWith("/confirm")) client.open = null;
  if (method === "DELETE") client.webhooks = client.webhooks.filter((webhookId) => !path.endsWith(webhookId));
  if (!/rewind|reset/.test(path)) return;
  // What is there now, the client knows when the server has started again.
  client.charges.length = 0;
  client.deliveries.length = 0;
  Object.assign(client, { webhooks: [], open: null });
}

const chargeMoves = [
  ["process", "ChargeProcessing"],
  ["pay", "ChargePaid"],
  ["expire", "ChargeExpired"],
  ["refund", "ChargeRefunded"],
  ["chargeback", "ChargeChargedBack"],
] as const;

function chargeMove({ charges, chance, serial }: Client): Move {
  const chargeId = pick(charges, chance);
  if (chargeId === null) return newCharge(`charge ${serial()}`, 1, false);
  const [how, fact] = chance.pick<readonly [string, string]>(chargeMoves);
  const path = `/sandbox/charges/${chargeId}/${how}`;
  return { method: "POST", path, fact: `${fact} ${chargeId}` };
}

async function withdrawalMove({ account, open: withdrawId, chance, serial }: Client): Promise<Move> {
  const drawn = chance.below(100);
  // A number never given again, also after a way back.
  const value = 1_000 + serial() + (drawn < 10 ? 1_000_000_000_000 : 0);
  const path = "/account-balance/withdraw";
  if (withdrawId === null || drawn < 15) {
    return { method: "POST", path, body: { value }, fact: `WithdrawalInitiated ${value}`, id: "data.withdrawId" };
  }
  if (drawn < 35) {
    return { method: "POST", path: `${path}/cancel`, body: { withdrawId }, fact: `WithdrawalCancelled ${withdrawId}` };
  }
  const isRight = drawn < 70;
  const [wrong = ""] = isRight ? [] : await account.wrongCodes(withdrawId, 1);
  const otpCode = isRight ? await account.code(withdrawId) : wrong;
  const fact = `${isRight ? "WithdrawalConfirmed" : "OtpRefused"} ${withdrawId}`;
  return { method: "POST", path: `${path}/confirm`, body: { withdrawId, otpCode }, fact };
}

function webhookMove({ webhooks, deliveries, chance, serial }: Client): Move {
  const drawn = chance.below(100);
  const name = `Webhook ${serial()}`;
  const webhookId = webhooks[chance.below(Math.max(1, webhooks.length))];
  if (drawn < 20 || webhookId === undefined || (drawn < 30 && webhooks.length < 2)) {
    const url = drawn < 20 ? "http://localhost/" : hookUrl;
    const body = { url, name, events: ["charge.paid", "withdraw.completed"] };
    return { method: "POST", path: "/webhook", body, fact: `WebhookCreated ${name}`, id: "data.webhookId" };
  }
  if (drawn < 34 && webhooks.length > 1) {
    return { method: "DELETE", path: `/sandbox/webhooks/${webhookId}`, fact: `WebhookDeleted ${webhookId}` };
  }
  const deliveryId = pick(deliveries, chance);
  if (drawn < 60 && deliveryId !== null) {
    return { method: "POST", path: `/sandbox/deliveries/${deliveryId}/redeliver`, fact: null };
  }
  return { method: "POST", path: `/webhook/${webhookId}/test`, fact: `test of ${webhookId}`, id: "data.deliveryId" };
}

function bookmarkMove(method: "POST" | "DELETE", suffix: string, name: string): Move {
  const fact = `${method === "POST" ? "BookmarkSet" : "BookmarkRemoved"} ${name}`;
  return { method, path: `/sandbox/bookmarks${suffix}`, body: method === "POST" ? { name } : undefined, fact };
}

function pick(made: readonly string[], chance: Chance): string | null {
  const newest = made.slice(-remembered);
  return newest[chance.below(Math.max(1, newest.length))] ?? null;
}
