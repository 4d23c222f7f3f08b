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
 * discards that rest to reuse the connection, and would do so for as long as the client sends. If Node is to close the
 * connection, only its own side is closed at once: with bytes unread, a close would be a reset, which can reach the client
 * before it has read the response.
 */
export function endUnreadBody(request: IncomingMessage): void {
  const { headers, complete, socket } = request;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  if (!hasBody || complete) return;
  closeSoon(socket, () => !request.complete);
  socket.destroySoon = () => {
    socket.end();
    closeSoon(socket);
  };
}
