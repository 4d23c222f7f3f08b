import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** How long a client may take to read its last answer and to close its side. */
const lingerMs = 1_000;

/** Closes a connection after a moment, if that is still needed by then. */
export function closeSoon(socket: Socket, isNeeded = () => true): void {
  setTimeout(() => isNeeded() && socket.destroy(), lingerMs).unref();
}

/**
 * For a request that is answered before its body has come, such as one with a wrong key: Node discards the rest so that the
 * connection can be used again, but must not do that for as long as somebody sends.
 */
export function endUnreadBody(request: IncomingMessage): void {
  const { headers, complete, socket } = request;
  const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  if (hasBody && !complete) closeSoon(socket, () => !request.complete);
}
