import type { ClockMode } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import type { Route } from "../domain/route.ts";
import type { WebhookUrls } from "../domain/webhook-url.ts";

/** What a world was made from. A shipped fixture is identified by its name, a file by the digest of its content. */
export type WorldSource =
  | { readonly kind: "fixture"; readonly name: string }
  | { readonly kind: "fixture-file" | "save-file"; readonly name: string; readonly digest: string };

/** How the first world of a store began, so that a later startup can compare its own options. */
export interface WorldOrigin {
  readonly source: WorldSource;
  readonly seed: string;
  readonly clock: ClockMode;
  readonly startAt: Instant;
  /** The server's default for worlds whose fixture did not say. */
  readonly webhookUrls: WebhookUrls;
  readonly routes: readonly Route[];
}

/** Returns an origin parsed from JSON; undefined for anything else, such as one of another version. */
export function parseOrigin(value: unknown): WorldOrigin | undefined {
  const { source, seed, clock, startAt, webhookUrls, routes }: Readonly<Record<string, unknown>> = Object(value);
  const parsedSource = parseSource(source);
  if (parsedSource === undefined || typeof seed !== "string" || typeof startAt !== "number") return undefined;
  if (clock !== "running" && clock !== "frozen") return undefined;
  if (webhookUrls !== "strict" && webhookUrls !== "any") return undefined;
  if (!Array.isArray(routes) || !routes.every(isRoute)) return undefined;
  return { source: parsedSource, seed, clock, startAt, webhookUrls, routes };
}

function parseSource(value: unknown): WorldSource | undefined {
  const { kind, name, digest }: Readonly<Record<string, unknown>> = Object(value);
  if (typeof name !== "string") return undefined;
  if (kind === "fixture") return { kind, name };
  if ((kind === "fixture-file" || kind === "save-file") && typeof digest === "string") return { kind, name, digest };
  return undefined;
}

function isRoute(value: unknown): value is Route {
  const { host, target }: Readonly<Record<string, unknown>> = Object(value);
  return typeof host === "string" && typeof target === "string";
}
