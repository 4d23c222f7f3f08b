import type { FastifyInstance } from "fastify";
import type { OpenSockets } from "./open-sockets.ts";

/** How often connections are closed whose last response has left meanwhile. Node closes idle ones only when asked. */
const SWEEP_INTERVAL_MS = 50;

/** Closes a server: idle connections at once, others with their response, and whatever is open after `withinMs` by force. */
export async function closeServer(app: FastifyInstance, sockets: OpenSockets, withinMs: number): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL_MS);
  const forcing = setTimeout(() => sockets.destroy(), withinMs);
  await app.close();
  clearInterval(sweeping);
  clearTimeout(forcing);
}
