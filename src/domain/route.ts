import type { SettingProblem } from "./settings.ts";
import { shortened } from "./shortened.ts";
import { hostOf } from "./webhook-url.ts";

/**
 * A way to a receiver that the public net does not have: what is for `host` goes to the scheme, host and port of
 * `target`, with the path and the query that the webhook has. So a webhook keeps the URL that it would have outside.
 */
export interface Route {
  /** A host as URLs spell it, lower case and without a trailing dot: `hooks.acme.dev`. */
  readonly host: string;
  /** An origin: `http://127.0.0.1:3000`. */
  readonly target: string;
}

/** Reads routes as they are given, by host, which is the place of a problem. Two spellings of one host are a problem, and so is a target with a path. */
export function parseRoutes(
  given: Iterable<readonly [host: string, target: string]>,
): { readonly routes: readonly Route[] } | { readonly problems: readonly SettingProblem[] } {
  const routes = new Map<string, Route>();
  const problems: SettingProblem[] = [];
  for (const [name, to] of given) {
    const host = readHost(name);
    const target = originOf(to);
    if (host === null) problems.push({ at: name, message: "is not a host such as hooks.acme.dev" });
    else if (routes.has(host)) problems.push({ at: name, message: `is ${host}, which is routed already` });
    else if (target === null)
      problems.push({ at: name, message: `leads to "${shortened(to, 80)}", which ${targetRule}` });
    else routes.set(host, { host, target });
  }
  return problems.length > 0 ? { problems } : { routes: [...routes.values()] };
}

/** The route for a URL's host, or null when there is none. */
export function routeFor(url: URL, routes: readonly Route[]): Route | null {
  if (routes.length === 0) return null;
  const host = hostOf(url);
  return routes.find((route) => route.host === host) ?? null;
}

const targetRule = "is not http:// or https:// with a host and, if need be, a port, and nothing else";

/** A port is looked for in the text, because a URL does not tell when it is that of its scheme. */
function readHost(name: string): string | null {
  if (/[*/?#@\\\s]|:\d*$/.test(name)) return null;
  const url = URL.parse(`http://${name}`);
  return url === null ? null : hostOf(url);
}

/** The text is looked at too, because an empty query, fragment or user name leaves no trace in a URL. */
function originOf(target: string): string | null {
  if (!/^https?:\/\/[^/?#@\\\s]+\/?$/i.test(target)) return null;
  const url = URL.parse(target);
  return url === null || url.port === "0" ? null : url.origin;
}
