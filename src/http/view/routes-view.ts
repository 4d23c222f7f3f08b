import type { Route } from "../../domain/route.ts";

/** Routes as they are given: the target of every host. */
export function routesView(routes: readonly Route[]): Readonly<Record<string, string>> {
  return Object.fromEntries(routes.map(({ host, target }) => [host, target]));
}
