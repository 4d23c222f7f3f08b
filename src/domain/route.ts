import type { SettingProblem } from "./settings.ts";
import { shortened } from "./shortened.ts";
import { hostOf } from "./webhook-url.ts";

/**
 * Where deliveries to a host really go: to the scheme, host and port of `target`, with the path and query of the
 * webhook. So a webhook can keep its public URL while its receiver is local.
 */
export interface Route {
  /** A host in the form of URLs, in lower case and without a trailing dot: `hooks.acme.dev`. */
  readonly host: string;
  /** An origin: `http://127.0.0.1:3000`. */
  readonly target: string;
}

/**
 * Parses routes, given by host; problems name the host. Two spellings of one host and a target with a path are
 * problems.
 */
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

export function routeFor(url: URL, routes: readonly Route[]): Route | null {
  if (routes.length === 0) return null;
  const host = hostOf(url);
  return routes.find((route) => route.host === host) ?? null;
}

const targetRule = "is not http:// or https:// with a host and, if need be, a port, and nothing else";

/** Looks for a port in the text, because a parsed URL hides the default port of its scheme. */
function readHost(name: string): string | null {
  if (/[*/?#@\\\s]|:\d*$/.test(name)) return null;
  const url = URL.parse(`http://${name}`);
  return url === null ? null : hostOf(url);
}

/** Looks at the text too, because a parsed URL hides an empty query, fragment or user name. */
function originOf(target: string): string | null {
  if (!/^https?:\/\/[^/?#@\\\s]+\/?$/i.test(target)) return null;
  const url = URL.parse(target);
  return url === null || url.port === "0" ? null : url.origin;
}
