import type { Route } from "../../domain/route.ts";

/** Returns the target of every host. */
export function routesView(routes: readonly Route[]): Readonly<Record<string, string>> {
  return Object.fromEntries(routes.map(({ host, target }) => [host, target]));
}
