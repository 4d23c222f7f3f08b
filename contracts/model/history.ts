import { everything, isObject, type JsonObject, valuesIn } from "../judge/json.ts";
import { ownCallsOf } from "../trace/find.ts";
import { mayBePage } from "../trace/pages.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import { saysOne } from "./deliveries.ts";
import type { SeenWithdrawal, WithdrawalRequests } from "./withdrawals.ts";

/** One answer of the withdrawal history. */
export interface HistoryReading {
  readonly call: Call;
  readonly account: string;
  readonly records: readonly JsonObject[];
}

/** Returns what the history said whenever it was read with an account's own key, and on its further pages, which are cut. */
export function historyReadings(
  trace: readonly TraceEntry[],
  withdrawals: readonly Pick<SeenWithdrawal, "id">[],
): readonly HistoryReading[] {
  const ids = new Set(withdrawals.map(({ id }) => id));
  const lists = ownCallsOf(trace, "listWithdrawals").filter(isSuccess);
  // A query may ask for a part only; which ones there are is not shown.
  const whole = lists.filter(({ request }) => request.isPage || !request.path.includes("?"));
  return whole.flatMap((call) => {
    const records = recordsIn(call.response?.json, ids);
    return records === undefined ? [] : [{ call, account: call.account, records }];
  });
}

/** The record that says a withdrawal's identifier; the document does not show under which name. */
export function recordOf({ records }: HistoryReading, { id }: Pick<SeenWithdrawal, "id">): JsonObject | undefined {
  let index = indexes.get(records);
  if (index === undefined) {
    index = new Map(records.toReversed().flatMap((record) => [...said(record)].map((value) => [value, record])));
    indexes.set(records, index);
  }
  return index.get(id);
}

/** Whether a value is somewhere in a record. A number says an identifier of the same digits. */
export function says(record: JsonObject, value: string | number): boolean {
  return said(record).has(value);
}

/** Whether a record is that of a withdrawal which the run has opened. */
export function isOwn(record: JsonObject, { withdrawals }: WithdrawalRequests): boolean {
  return withdrawals.some(({ id }) => says(record, id));
}

/** Long histories are read again and again, about each of their withdrawals. */
function said(record: JsonObject): ReadonlySet<unknown> {
  const known = values.get(record) ?? new Set(valuesIn(record).flatMap((value) => [value, String(value)]));
  values.set(record, known);
  return known;
}

const values = new WeakMap<JsonObject, ReadonlySet<unknown>>();
const indexes = new WeakMap<readonly JsonObject[], ReadonlyMap<unknown, JsonObject>>();

export function mayBeCut({ call, records }: HistoryReading): boolean {
  return call.request.isPage === true || mayBePage(call, records.length);
}

/** Returns the records of `after` that `before` had not. What a record says besides its identifier may have changed. */
export function addedBetween(
  before: HistoryReading,
  after: HistoryReading,
  withdrawals: readonly SeenWithdrawal[],
): readonly JsonObject[] {
  const place = idPlace([before, after], withdrawals);
  const identity = (record: JsonObject) => {
    const id = [...everything(record)].find((item) => item.place.join(".") === place)?.value;
    return JSON.stringify(id ?? { ...record, status: undefined, endToEndId: undefined });
  };
  const known = new Set(before.records.map(identity));
  return after.records.filter((record) => !known.has(identity(record)));
}

/** Where identifiers stand in records, as those of the run's own withdrawals show. */
function idPlace(readings: readonly HistoryReading[], withdrawals: readonly SeenWithdrawal[]): string | undefined {
  const ids = new Set(withdrawals.map(({ id }) => id));
  for (const record of readings.flatMap(({ records }) => records)) {
    for (const { place, value } of everything(record)) if (ids.has(String(value))) return place.join(".");
  }
  return undefined;
}

/**
 * The list with most of the run's own withdrawals, where records with a status go before days with lists of them; else the
 * first one whose items have a status; else an empty one.
 */
function recordsIn(body: unknown, ids: ReadonlySet<string>): readonly JsonObject[] | undefined {
  const lists = valuesIn(body).flatMap((value) => (isListOfObjects(value) ? [value] : keyedIn(value)));
  const sorted = [...lists.filter(haveStatus), ...lists.filter((list) => !haveStatus(list))];
  const ranked = sorted.map((records) => ({ records, own: records.filter((one) => saysOne(one, ids)).length }));
  const best = ranked.toSorted((a, b) => b.own - a.own)[0];
  if (best !== undefined && best.own > 0) return best.records;
  return lists.find(haveStatus) ?? lists.find(({ length }) => length === 0);
}

/** Some name records by their ids in place of a list. */
function keyedIn(value: unknown): readonly (readonly JsonObject[])[] {
  const items: unknown = isObject(value) ? Object.values(value) : undefined;
  return isListOfObjects(items) && haveStatus(items) ? [items] : [];
}

function haveStatus(records: readonly JsonObject[]): boolean {
  return records.some((record) => "status" in record);
}

function isListOfObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every(isObject);
}
