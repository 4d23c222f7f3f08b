import { type Route, routeFor } from "../domain/route.ts";
import type { WebhookUrls } from "../domain/webhook-url.ts";
import { remembering } from "../remembering.ts";
import type { Destination } from "./dialer.ts";

/** Where the attempts of a webhook go. */
export interface ReceiverAddress {
  readonly destination: Destination;
  /** With the query. */
  readonly path: string;
  /** The host in the webhook's URL. */
  readonly hostname: string;
  readonly isRouted: boolean;
}

/** A world's list of routes stays the same object until a route is changed, so it can be the key. */
const known: Readonly<Record<WebhookUrls, WeakMap<readonly Route[], (url: string) => ReceiverAddress>>> = {
  strict: new WeakMap(),
  any: new WeakMap(),
};

/** Returns where the attempts of a webhook with this URL go. Throws a `TypeError` if it is no URL. */
export function receiverAddress(url: string, routes: readonly Route[], webhookUrls: WebhookUrls): ReceiverAddress {
  const byRoutes = known[webhookUrls];
  let addresses = byRoutes.get(routes);
  if (addresses === undefined) {
    addresses = remembering(256, (asked) => newAddress(new URL(asked), routes, webhookUrls));
    byRoutes.set(routes, addresses);
  }
  return addresses(url);
}

function newAddress(url: URL, routes: readonly Route[], webhookUrls: WebhookUrls): ReceiverAddress {
  const route = routeFor(url, routes);
  return {
    destination: { origin: route?.target ?? url.origin, checked: route === null && webhookUrls !== "any" },
    path: `${url.pathname}${url.search}`,
    hostname: url.hostname,
    isRouted: route !== null,
  };
}
