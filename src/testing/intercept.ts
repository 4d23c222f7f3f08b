import type { Server } from "node:http";
import { type Dispatcher, Dispatcher1Wrapper, Pool } from "undici";
import { pipeConnector } from "../http/in-process/pipe.ts";

/** Where Node's `fetch` and undici up to version 7 find what sends their requests, and where later versions find it. */
const OLDER = Symbol.for("undici.globalDispatcher.1");
const NEWER = Symbol.for("undici.globalDispatcher.2");

/**
 * Leads what this process sends to a base URL, by Node's `fetch` or undici, to one of its own servers. Returns what ends
 * that. The rest of the host is an error until then, so that no test reaches the real platform. Throws an `Error`.
 */
export function intercept(baseUrl: string, server: Server): () => void {
  const base = parsedBase(baseUrl);
  // Connections are not kept: undici would wait for a timer before the next request, and a test may have faked it.
  const own = { connect: pipeConnector(server), pipelining: 0, headersTimeout: 0, bodyTimeout: 0 };
  const pool = new Pool("http://saldo.localhost", own);
  let hasEnded = false;
  const replace = (place: symbol, target: Dispatcher) => {
    const before: Dispatcher = Reflect.get(globalThis, place);
    const now = before.compose((dispatch) => (options, handler) => {
      const asked = URL.parse(`${options.origin}${options.path}`);
      if (hasEnded || asked?.host !== base.host) return dispatch(options, handler);
      return target.dispatch({ ...options, path: pathBelow(base, asked) }, handler);
    });
    Reflect.set(globalThis, place, now);
    // A later one that is still there goes on with this one below it.
    return () => Reflect.get(globalThis, place) === now && Reflect.set(globalThis, place, before);
  };
  const restores = [replace(OLDER, new Dispatcher1Wrapper(pool)), replace(NEWER, pool)];
  return () => {
    hasEnded = true;
    for (const restore of restores) restore();
    void pool.destroy();
  };
}

function parsedBase(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "") return url;
  throw new Error(
    `intercept takes the base URL of the platform, such as "https://api.acme.dev/v1", without a query; this is none: ${JSON.stringify(text)}`,
  );
}

function pathBelow({ origin, host, pathname }: URL, { href }: URL): string {
  const prefix = origin + pathname.replace(/\/+$/, "");
  const rest = href.slice(prefix.length);
  if (href.startsWith(prefix) && /^([/?]|$)/.test(rest)) return rest.startsWith("/") ? rest : `/${rest}`;
  throw new Error(`${href} is not below ${prefix}, which this test intercepts; nothing else of ${host} is reached`);
}
