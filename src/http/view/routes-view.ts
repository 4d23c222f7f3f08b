import type { Route } from "../../domain/route.ts";

export function routesView(routes: readonly Route[]): Readonly<Record<string, string>> {
  return Object.fromEntries(routes.map(({ host, target }) => [host, target]));
}
