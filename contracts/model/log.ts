import { everything, isObject, type JsonObject } from "../judge/json.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import type { Hook } from "./webhooks.ts";

/** What the log of a webhook shows, read by meaning: the document shows none of its names. */
export interface LogReading {
  readonly hook: Hook;
  readonly call: Call;
  readonly entries: readonly JsonObject[];
  /** Statuses with which the receiver ended deliveries, as far as the log must have them by now. */
  readonly ended: readonly number[];
}

/** Returns the last reading of the log of each webhook. */
export function logReadings(trace: readonly TraceEntry[], hooks: readonly Hook[]): readonly LogReading[] {
  const calls = trace.filter((entry) => entry.kind === "call");
  return hooks.flatMap((hook) => {
    const call = calls.findLast(
      (one) =>
        one.operationId === "listWebhookLogs" &&
        isSuccess(one) &&
        one.request.id === hook.id &&
        one.account === hook.account,
    );
    if (call === undefined || hook.id === undefined) return [];
    const entries = entriesIn(call.response?.json);
    return [{ hook, call, entries, ended: entries.length === 0 && !hasEvent(hook) ? [] : endedStatuses(hook, call) }];
  });
}

/** The member of log entries that is the HTTP status: the one that says most of what the receiver responded with. */
export function statusName(readings: readonly LogReading[]): string | undefined {
  const counted = namesIn(readings).map((name) => {
    const found = readings.flatMap(({ entries, ended }) =>
      ended.filter((status) => entries.some((entry) => String(member(entry, name)) === String(status))),
    );
    return { name, count: new Set(found).size };
  });
  const best = counted.toSorted((a, b) => b.count - a.count)[0];
  return best !== undefined && best.count > 0 ? best.name : undefined;
}

/** Names of members at any depth, joined by dots. */
export function namesIn(readings: readonly LogReading[]): readonly string[] {
  const names = readings.flatMap(({ entries }) =>
    entries.flatMap((entry) => [...everything(entry)].map(({ place }) => place.join("."))),
  );
  return [...new Set(names)].filter((name) => name !== "");
}

/** What an entry has under such a name; null where it has nothing or a container. */
export function member(entry: JsonObject, name: string): unknown {
  const value = [...everything(entry)].find(({ place }) => place.join(".") === name)?.value;
  return typeof value === "object" ? null : (value ?? null);
}

/** Whether entries say statuses oftener than the receiver responded with them: they have those of other attempts, then. */
export function isMisstated({ hook, entries }: LogReading, name: string): boolean {
  const attempts = hook.deliveries.flatMap((delivery) => delivery.attempts);
  // What is logged of an attempt that came to no end in time is open.
  if (attempts.some(({ delayMs }) => delayMs >= LATE_MS)) return false;
  return [...new Set(attempts.map(({ status }) => status))].some((status) => {
    const said = entries.filter((entry) => String(member(entry, name)) === String(status));
    return said.length > attempts.filter((attempt) => attempt.status === status).length;
  });
}

/** The longest list of objects is the log. */
function entriesIn(body: unknown): readonly JsonObject[] {
  const lists = [...everything(body)].flatMap(({ value }) => (Array.isArray(value) ? [value.filter(isObject)] : []));
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
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
