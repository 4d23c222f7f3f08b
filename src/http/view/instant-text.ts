import type { Instant } from "../../domain/instant.ts";

/** ISO 8601 in UTC with milliseconds, as every instant on the wire. */
export function isoInstant(at: Instant): string {
  return new Date(at).toISOString();
}

export function isoInstantOrNull(at: Instant | null): string | null {
  return at === null ? null : isoInstant(at);
}

/** A copy in which every number under a name that ends in `At`, at any depth, is written as an instant. */
export function withIsoInstants(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, isoItem(name, item)]));
}

function isoItem(name: string, item: unknown): unknown {
  if (typeof item === "number") return name.endsWith("At") ? isoInstant(item) : item;
  if (Array.isArray(item)) return item.map((one) => isoItem("", one));
  return typeof item === "object" && item !== null ? withIsoInstants(item) : item;
}
