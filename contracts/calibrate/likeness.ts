import { clipped } from "../../src/report/screen.ts";
import { isObject } from "../judge/json.ts";
import type { Seen } from "../model/seen.ts";
import { kindOf } from "../profile/meaning.ts";
import { arrivalsIn } from "../trace/find.ts";
import { type Repeated, type Replay, typeOfBody } from "./replay.ts";

/** How alike a target and a sandbox respond to the same requests; of what differs, what occurs most comes first. */
export function likenessOf({ repeated, notifications }: Replay, seen: Seen) {
  const outcomes = new Map(seen.named.map(({ call, outcome }) => [call, outcome]));
  const told = repeated.map((one) => ({ ...one, difference: differenceOf(one) }));
  const different = told.filter(({ difference }) => difference !== "");
  const lines = different.map(({ call, difference }) => {
    const [path = ""] = call.request.path.replace(call.request.id ?? "{}", "{id}").split("?");
    const outcome = outcomes.get(call);
    return `${call.request.method} ${clipped(path, 60)}${outcome === undefined ? "" : ` (${outcome})`}: ${difference}`;
  });
  const counted = [...Map.groupBy(lines, (line) => line)].map(([line, same]) => ({ line, count: same.length }));
  const sorted = counted.toSorted((a, b) => b.count - a.count);
  return {
    alike: told.length - different.length,
    of: told.length,
    differences: [...sorted.map(({ line, count }) => `${count} × ${line}`), ...eventDifferences(seen, notifications)],
  };
}

function differenceOf({ call, status, json, type }: Repeated): string {
  const { response } = call;
  const theirs = response === undefined ? "" : typeOfBody(response.headers, response.text);
  const types = theirs === type ? [] : [`${theirs || "no body"}, the sandbox ${type || "none"}`];
  const statuses = response?.status === status ? [] : [`status ${response?.status}, the sandbox ${status}`];
  return [...statuses, ...types, ...placeDifferences(placesIn(response?.json), placesIn(json))].join("; ");
}

function placeDifferences(a: Places, b: Places): readonly string[] {
  const only = (these: Places, others: Places) => {
    // Nothing is known of the items of a list that is empty elsewhere.
    const emptyLists = [...others].filter((place) => place.endsWith("[]: nothing")).map((place) => place.split(":")[0]);
    const isOpen = (place: string) =>
      place.endsWith("[]: nothing") || emptyLists.some((list = "") => place.startsWith(list));
    return [...these].filter((place) => !others.has(place) && !isOpen(place)).join(", ");
  };
  const [target, sandbox] = [only(a, b), only(b, a)];
  return [
    ...(target === "" ? [] : [`only the target has ${target}`]),
    ...(sandbox === "" ? [] : [`only the sandbox has ${sandbox}`]),
  ];
}

type Places = ReadonlySet<string>;

/** Returns where a body has which kind of value, as `data.items[].id: string`. */
function placesIn(value: unknown, at = ""): Places {
  if (Array.isArray(value) && value.length === 0) return new Set([`${at}[]: nothing`]);
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...placesIn(item, `${at}[]`)]));
  if (isObject(value)) {
    const place = (name: string) => (at === "" ? name : `${at}.${name}`);
    return new Set(Object.entries(value).flatMap(([name, member]) => [...placesIn(member, place(name))]));
  }
  const kind = kindOf(value).replace("instant", "string").replace("integer", "number");
  return new Set([`${at === "" ? "the body" : at}: ${value === undefined ? "nothing" : kind}`]);
}

function eventDifferences({ trace }: Seen, notifications: readonly unknown[]): readonly string[] {
  const theirs = arrivalsIn(trace).map(({ json }) => json);
  const byEvent = (bodies: readonly unknown[]) => Map.groupBy(bodies.filter(isObject), ({ event }) => event);
  const placesOf = (bodies: readonly unknown[]) => new Set(bodies.flatMap((body) => [...placesIn(body)]));
  const sent = byEvent(notifications);
  return [...byEvent(theirs)].flatMap(([event, same]) => {
    const own = sent.get(event);
    const difference = own === undefined ? ["the sandbox sent none"] : placeDifferences(placesOf(same), placesOf(own));
    return difference.length === 0 ? [] : [`notification ${String(event)}: ${difference.join("; ")}`];
  });
}
