import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take to read the last response and to close its side. */
const lingerMs = 1_000;

/** Closes a connection after a second, unless `isNeeded` says otherwise then. */
export function closeSoon(socket: Socket, isNeeded = () => true): void {
  setTimeout(() => isNeeded() && socket.destroy(), lingerMs).unref();
}

/**
 * Limits the time for the rest of a body whose request already has its response, such as one with a wrong key. Node
 * discards that rest to reuse the connection, and would do so for as long as the client sends.
 */
export function endUnreadBody(request: IncomingMessage): void {
  const { headers, complete, socket } = request;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  if (hasBody && !complete) closeSoon(socket, () => !request.complete);
}
