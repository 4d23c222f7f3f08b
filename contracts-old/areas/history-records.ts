import { everything, isObject, type JsonObject } from "../description/json.ts";
import type { Account } from "../run/account.ts";
import { notListed } from "../run/not-listed.ts";
import { must } from "../run/verdict-error.ts";
import { open, type Withdrawal } from "../run/withdrawal.ts";

/** The withdrawals that an account's history lists. */
export async function historyOf(account: Account): Promise<readonly JsonObject[]> {
  return (await account.withdrawals()).accepted("withdrawals-listed").records().filter(isObject);
}

/** A withdrawal that was just opened, and what the history had before. */
export interface OpenedInHistory {
  readonly withdrawal: Withdrawal;
  readonly before: readonly JsonObject[];
}

export async function openInHistory(account: Account, valueCents?: number): Promise<OpenedInHistory> {
  const before = await historyOf(account);
  return { withdrawal: await open(account, valueCents), before };
}

/**
 * Its record: the one that says its identifier. That records have identifiers is not shown, so that otherwise it is one
 * of its amount that was not there before.
 */
export async function recordOf({ withdrawal, before }: OpenedInHistory): Promise<JsonObject> {
  const { account, id, valueCents } = withdrawal;
  const known = { withdrawId: id, value: valueCents };
  const records = (await account.withdrawals()).accepted("withdrawals-listed", known).records().filter(isObject);
  const old = new Set(before.map((record) => JSON.stringify(record)));
  const added = records.filter((record) => !old.has(JSON.stringify(record)));
  const own = records.find((record) => holds(record, id)) ?? added.find((record) => holds(record, valueCents));
  if (own !== undefined) return own;
  throw notListed(account, records.length, `the withdrawal ${id} of ${valueCents} cents is not in the history`);
}

/**
 * Withdrawals that a history has now and had not before. `own` is a withdrawal that both have: where its identifier stands
 * others have theirs, and what else is said of them may change meanwhile.
 */
export function addedSince(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  own?: OpenedInHistory,
): readonly JsonObject[] {
  const ids = [...everything(after)].filter(({ value }) => value === own?.withdrawal.id);
  const [place] = ids.map(({ place }) => place.slice(1).join("."));
  const identity = (record: JsonObject) =>
    JSON.stringify([...everything(record)].find((item) => item.place.join(".") === place)?.value ?? record);
  const known = new Set(before.map(identity));
  return after.filter((record) => !known.has(identity(record)));
}

/** What the history of a real account has already, if it has something: nothing need be opened to look at it. */
export async function someHistory(account: Account): Promise<readonly JsonObject[]> {
  const records = account.control === undefined ? await historyOf(account) : [];
  if (records.length > 0) return records;
  await open(account);
  const own = await historyOf(account);
  must(own.length > 0, "a withdrawal is open, and the history lists none");
  return own;
}

export function holds(record: JsonObject, value: unknown): boolean {
  return [...everything(record)].some((item) => item.value === value);
}
