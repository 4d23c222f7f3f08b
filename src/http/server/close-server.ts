import type { FastifyInstance } from "fastify";
import type { OpenSockets } from "./open-sockets.ts";

/** How often idle connections are closed. Node does that only when asked. */
const SWEEP_INTERVAL_MS = 50;

/** Closes a server: idle connections at once, others after their response, and the rest by force after `withinMs`. */
export async function closeServer(app: FastifyInstance, sockets: OpenSockets, withinMs: number): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL_MS);
  const forcing = setTimeout(() => sockets.destroy(), withinMs);
  await app.close();
  clearInterval(sweeping);
  clearTimeout(forcing);
}
