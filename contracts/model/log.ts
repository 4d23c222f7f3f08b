import { everything, isObject, type Json, type JsonObject, valuesIn } from "../judge/json.ts";
import { callsOf } from "../trace/find.ts";
import { isRound, saysAll, saysMore } from "../trace/pages.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import type { Hook } from "./webhooks.ts";

/** What the log of a webhook shows, read by meaning: the document shows none of its names. */
export interface LogReading {
  readonly hook: Hook;
  readonly call: Call;
  /** The pages after the first one. */
  readonly pages: readonly Call[];
  /** One for each delivery, which may have its attempts in it, or one for each attempt. */
  readonly entries: readonly JsonObject[];
  /** Statuses with which the receiver ended deliveries, as far as the log must have them by now. */
  readonly ended: readonly number[];
}

/** Returns the last reading of the log of each webhook. */
export function logReadings(trace: readonly TraceEntry[], hooks: readonly Hook[]): readonly LogReading[] {
  return hooks.flatMap((hook) => {
    const calls = callsOf(trace, "listWebhookLogs").filter(
      (one) => isSuccess(one) && one.request.id === hook.id && one.account === hook.account,
    );
    const nth = calls.findLastIndex(({ request }) => !request.isPage);
    const [call, ...pages] = nth === -1 ? [] : calls.slice(nth);
    if (call === undefined || hook.id === undefined) return [];
    const entries: JsonObject[] = [];
    for (const { response } of [call, ...pages]) {
      // What came in while it was read moves an entry to the next page.
      const known = new Set(entries.map((entry) => JSON.stringify(entry)));
      entries.push(...logEntries(response?.json).filter((entry) => !known.has(JSON.stringify(entry))));
    }
    const ended = entries.length === 0 && !hasEvent(hook) ? [] : endedStatuses(hook, call);
    return [{ hook, call, pages, entries, ended }];
  });
}

/** The member of log entries that is the HTTP status: the one that says most of what the receiver responded with. */
export function statusName(readings: readonly LogReading[]): string | undefined {
  const said = new Map<string, Set<number>>();
  for (const { entries, ended } of readings) {
    for (const name of entries.flatMap((entry) => [...membersIn(entry).keys()]))
      said.set(name, said.get(name) ?? new Set());
    for (const [name, found] of said) {
      const statuses = new Set(entries.flatMap((entry) => statusesOf(entry, name)));
      for (const status of ended) if (statuses.has(status)) found.add(status);
    }
  }
  const best = [...said].toSorted(([, a], [, b]) => b.size - a.size)[0];
  return best !== undefined && best[1].size > 0 ? best[0] : undefined;
}

/** Names of members at any depth, joined by dots; items of lists have no name of their own. */
export function namesIn(readings: readonly LogReading[]): readonly string[] {
  const entries = readings.flatMap((reading) => reading.entries);
  return [...new Set(entries.flatMap((entry) => [...membersIn(entry).keys()]))];
}

/** What an entry has under such a name, in its order; what has nothing or a container there counts as null. */
export function membersOf(entry: JsonObject, name: string): readonly unknown[] {
  return membersIn(entry).get(name) ?? [null];
}

/** Each entry is read once, for there may be thousands. */
const known = new WeakMap<JsonObject, ReadonlyMap<string, readonly unknown[]>>();

function membersIn(entry: JsonObject): ReadonlyMap<string, readonly unknown[]> {
  const members = known.get(entry) ?? readMembers(entry);
  known.set(entry, members);
  return members;
}

function readMembers(entry: JsonObject): ReadonlyMap<string, readonly unknown[]> {
  const named = [...everything(entry)].map(({ place, value }) => ({
    name: place.filter((key) => !/^\d+$/.test(key)).join("."),
    value: typeof value === "object" ? null : value,
  }));
  const groups = Map.groupBy(
    named.filter(({ name }) => name !== ""),
    ({ name }) => name,
  );
  return new Map([...groups].map(([name, all]) => [name, all.map(({ value }) => value)]));
}

/** `507`, `"507"`, `"507 Insufficient Storage"`, `"HTTP 507"` and `"HTTP/1.1 507 Insufficient Storage"`. */
export function statusesOf(entry: JsonObject, name: string): readonly number[] {
  return membersOf(entry, name).flatMap((value) => {
    const [, digits] = /^(?:HTTP(?:\/[\d.]+)?\D*)?([1-5]\d\d)(?: [A-Za-z ]+)?$/.exec(String(value)) ?? [];
    return digits === undefined ? [] : [Number(digits)];
  });
}

export function hasStatus(entry: JsonObject, name: string, status: number): boolean {
  return statusesOf(entry, name).includes(status);
}

/** Whether entries say statuses oftener than the receiver responded with them: they have those of other attempts, then. */
export function isMisstated({ hook, entries }: LogReading, name: string): boolean {
  const attempts = hook.deliveries.flatMap((delivery) => delivery.attempts);
  // What is logged of an attempt that came to no end in time is open.
  if (attempts.some(({ delayMs }) => delayMs >= LATE_MS)) return false;
  const said = entries.flatMap((entry) => statusesOf(entry, name));
  return [...new Set(attempts.map(({ status }) => status))].some((status) => {
    const own = attempts.filter((attempt) => attempt.status === status);
    return said.filter((one) => one === status).length > own.length;
  });
}

interface Shown {
  readonly call: Call;
  readonly pages?: readonly Call[];
  readonly hook: { readonly deliveries: readonly { readonly attempts: readonly unknown[] }[] };
  readonly entries: readonly unknown[];
}

/** A long log may be shown in part only. It has at most an entry for each attempt. */
export function isCut({ call, pages = [], entries: { length }, hook: { deliveries } }: Shown): boolean {
  const attempts = deliveries.flatMap((delivery) => delivery.attempts);
  const last = pages.at(-1) ?? call;
  const count = pages.length + 1;
  if (saysMore(last, length, count)) return true;
  return !saysAll(last, count) && isRound(length, 5) && length < attempts.length;
}

/** The outermost list of objects is the log, or an object of objects; attempts within its entries are a part of them. */
export function logEntries(body: unknown): readonly JsonObject[] {
  const [only, ...others] = Array.isArray(body) ? body : [];
  // What stands alone in a list and says nothing itself is an envelope.
  if (others.length === 0 && isObject(only) && Object.values(only).every(Array.isArray)) return logEntries(only);
  const all = [...everything(body)];
  for (const { value } of all) {
    const items = isObject(value) ? itemsOfTable(Object.values(value)) : [];
    if (items.length > 0) return items;
  }
  const lists = all.filter(({ value }) => Array.isArray(value) && value.length > 0 && value.every(isObject));
  const least = Math.min(...lists.map(({ place }) => place.length));
  const outer = lists.filter(({ place }) => place.length === least).map(({ value }) => Object.values(value ?? {}));
  const longest = outer.toSorted((a, b) => b.length - a.length)[0];
  if (longest !== undefined) return longest.filter(isObject);
  const keyed = all.find(({ place, value }) => {
    const items = place.length > 0 && isObject(value) ? Object.values(value) : [];
    return items.length > 1 && items.every(isObject);
  });
  return isObject(keyed?.value) ? Object.values(keyed.value).filter(isObject) : [];
}

/** Some name the members once, in a list of columns, and then list the values of each entry, in their order. */
function itemsOfTable(values: readonly unknown[]): readonly JsonObject[] {
  const lists = values.filter((value): value is readonly Json[] => Array.isArray(value) && value.length > 0);
  const rows = lists.find((list) => list.every(Array.isArray)) ?? [];
  const columns = lists.find((list) => list.every((one) => typeof one === "string" || isObject(one))) ?? [];
  const names = columns.map((one) => String(valuesIn(one).find((value) => typeof value === "string")));
  return rows.flatMap((row) => {
    const isRow = Array.isArray(row) && row.length === names.length;
    return isRow ? [Object.fromEntries(names.map((name, nth) => [name, row[nth]]))] : [];
  });
}

/** That a log has tests as well is not documented. */
function hasEvent({ deliveries }: Hook): boolean {
  return deliveries.some(({ isOfEvent }) => isOfEvent);
}

/** A log may have one entry a delivery or one an attempt, and may have it only once the delivery has ended. */
function endedStatuses(hook: Hook, { askedAt }: Call): readonly number[] {
  const counted = hook.deliveries.filter(({ isOfEvent }) => isOfEvent || !hasEvent(hook));
  return counted.flatMap(({ attempts }) => {
    const last = attempts.at(-1);
    const isOver = last !== undefined && (attempts.length >= 5 || (last.status >= 200 && last.status <= 299));
    return isOver && last.at + last.delayMs + SETTLED_MS <= askedAt ? [last.status] : [];
  });
}

const SETTLED_MS = 1_000;
const LATE_MS = 9_000;
