import { isObject, type JsonObject, valuesIn } from "../judge/json.ts";
import type { Arrival, Call } from "../trace/trace.ts";
import { isDocumentedEvent } from "./event-names.ts";

/** The attempts to deliver one notification to one webhook; there is at least one. */
export interface SeenDelivery {
  /** The event by the body, or by the header where the body says none that is documented. */
  readonly event: string | undefined;
  readonly first: Arrival;
  readonly attempts: readonly Arrival[];
  /**
   * Whether it tells of an event for sure. What came after a test may be that test, unless it says an identifier of
   * something that took place: the content of a test is not shown.
   */
  readonly isOfEvent: boolean;
  /** Whether it tells of something that took place, under a name that no event has. */
  readonly isMisnamed: boolean;
}

/** Puts the attempts of a webhook together. `known`: identifiers of what took place. */
export function deliveriesOf(
  arrivals: readonly Arrival[],
  tests: readonly Call[],
  known: ReadonlySet<string>,
): readonly SeenDelivery[] {
  const groups: Arrival[][] = [];
  const places = new Map<string, Set<number>>();
  for (const arrival of arrivals) {
    const marks = marksOf(arrival);
    const alike = marks.flatMap((mark) => [...(places.get(mark) ?? [])]).toSorted((one, other) => one - other);
    const next = alike.filter((place) => isNextOf(groups[place] ?? [], arrival));
    const at = next.find((place) => isNamedAs(groups[place]?.at(-1), arrival)) ?? next[0] ?? groups.length;
    const group = groups[at] ?? [];
    groups[at] = group;
    group.push(arrival);
    for (const mark of marks) places.set(mark, (places.get(mark) ?? new Set()).add(at));
  }
  const deliveries = groups.flatMap((attempts) => {
    const [first] = attempts;
    return first === undefined ? [] : [{ event: eventOf(first), first, attempts }];
  });
  const unsure = tests.flatMap((test) => perhapsOf(test, deliveries));
  return deliveries.map((delivery) => {
    const isNamed = isDocumentedEvent(delivery.event);
    const [isUnsure, isKnown] = [unsure.includes(delivery), saysOne(delivery.first.json, known)];
    return { ...delivery, isOfEvent: isNamed && (!isUnsure || isKnown), isMisnamed: !isNamed && !isUnsure && isKnown };
  });
}

/** Whether the receiver acknowledged it in time; between 9 and 11 seconds that is unknown. */
export function isAcknowledged({ status, delayMs }: Arrival): boolean {
  return status >= 200 && status <= 299 && delayMs < 9_000;
}

export function bodyOf({ json }: Arrival): JsonObject {
  return isObject(json) ? json : {};
}

/** What it tells of its event, where that is an object. */
export function dataOf(arrival: Arrival): JsonObject {
  const { data } = bodyOf(arrival);
  return isObject(data) ? data : {};
}

/** Whether a text or number stands anywhere in a body. */
export function bodySays(body: unknown, id: string): boolean {
  return saysOne(body, new Set([id]));
}

/** Attempts of one delivery have one of these in common. */
function marksOf(arrival: Arrival): readonly string[] {
  const { event, data, timestamp } = bodyOf(arrival);
  const id = arrival.headers["x-webhook-delivery"] ?? [];
  return [arrival.body.toString("latin1"), JSON.stringify([event, data, timestamp]), id].flat();
}

/**
 * Attempts of one delivery bring the same bytes, the same identifier and data, or the same event and time. After one that was acknowledged, or at once,
 * the same bytes with another identifier are another delivery.
 */
function isNextOf(attempts: readonly Arrival[], arrival: Arrival): boolean {
  const last = attempts.at(-1);
  if (last === undefined) return false;
  const isOver = isAcknowledged(last);
  const id = last.headers["x-webhook-delivery"];
  const isSameId = isNamedAs(last, arrival);
  if (last.body.equals(arrival.body)) {
    if (isSameId) return true;
    if (isOver) return id === undefined && isDocumentedEvent(eventOf(arrival));
    return id === undefined || arrival.at > last.at + AT_ONCE_MS;
  }
  const [said, saidNow] = [last, arrival].map((one) => {
    const { event, data, timestamp } = bodyOf(one);
    return JSON.stringify(isSameId ? data : timestamp && [event, data, timestamp]);
  });
  return !isOver && (isSameId || arrival.at > last.at + AT_ONCE_MS) && said !== undefined && said === saidNow;
}

function isNamedAs(last: Arrival | undefined, { headers }: Arrival): boolean {
  const id = last?.headers["x-webhook-delivery"];
  return id !== undefined && id === headers["x-webhook-delivery"];
}

function eventOf(arrival: Arrival): string | undefined {
  const said = bodyOf(arrival).event;
  const header = arrival.headers["x-webhook-event"];
  if (isDocumentedEvent(said) || !isDocumentedEvent(header)) return typeof said === "string" ? said : undefined;
  return header;
}

/** What a test may have brought: the first of an event that is not documented, else whatever came in the next minute. */
function perhapsOf<T extends { readonly event: string | undefined; readonly first: Arrival }>(
  { askedAt }: Call,
  deliveries: readonly T[],
): readonly T[] {
  const after = deliveries.filter(({ first }) => first.at >= askedAt && first.at <= askedAt + 60_000);
  const own = after.find(({ event }) => !isDocumentedEvent(event));
  return own === undefined ? after : [own];
}

export function saysOne(body: unknown, known: ReadonlySet<string>): boolean {
  return valuesIn(body).some((value) => typeof value !== "object" && known.has(String(value)));
}

const AT_ONCE_MS = 1_000;
