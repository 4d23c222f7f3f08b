import { Pool } from "undici";
import type { SaldoClient } from "../src/client/saldo-client.ts";
import type { TestSandbox } from "../src/testing/start-sandbox.ts";

/** Connections at a time: a drill sends few requests at once. */
const CONNECTIONS = 8;

/**
 * Returns a `fetch` for a sandbox that takes half of the time of Node's: it neither streams nor redirects, and needs
 * no socket where the sandbox is in this process.
 */
export function quickFetch(sandbox: SaldoClient | TestSandbox) {
  const connect = "connector" in sandbox ? sandbox.connector : undefined;
  const pool = new Pool(new URL(sandbox.url).origin, { connections: CONNECTIONS, ...(connect && { connect }) });
  return {
    async fetch(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const answer = await pool.request({
        method: request.method,
        path: pathname + search,
        headers: Object.fromEntries(request.headers),
        body: request.body === null ? null : await request.text(),
      });
      const text = await answer.body.text();
      return new Response(text === "" ? null : text, { status: answer.statusCode });
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}
