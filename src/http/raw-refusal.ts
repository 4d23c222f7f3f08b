import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ConnectionError } from "fastify";
import type { RenderedResponse } from "../spec/renderer.ts";
import { closeSoon } from "./close-soon.ts";
import type { Renderers } from "./reply.ts";
import { viewOfParserError } from "./server-outcome.ts";

/** What is no HTTP request at all is answered on the bare connection, in the same shape as everything else. */
export function refuseRawRequest(
  error: ConnectionError,
  socket: Socket,
  renderersFor: (target: string) => Renderers,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const { method, target } = requestLineIn(error.rawPacket);
  const view = viewOfParserError(error.code);
  const render = renderersFor(target).get(view.type);
  if (render === undefined) throw new Error(`no response is described for ${view.type}`);
  endConnection(socket, rawAnswer(render(view), method));
}

/** The packet is what was read last; it most often begins with the request. Its declared type is not what Node gives. */
function requestLineIn(packet: unknown): { readonly method: string | undefined; readonly target: string } {
  const text = Buffer.isBuffer(packet) ? packet.toString("latin1") : "";
  const [, method, target = "/"] = /^([A-Z]+) (\S+)/.exec(text) ?? [];
  return { method, target };
}

function rawAnswer({ status, contentType, body }: RenderedResponse, method: string | undefined): string {
  const text = method === "HEAD" ? "" : (body ?? "");
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...(contentType === null ? [] : [`content-type: ${contentType}`]),
    // To HEAD the length would be that of a body which does not follow.
    ...(method === "HEAD" ? [] : [`content-length: ${Buffer.byteLength(text)}`]),
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}

/**
 * Ends a connection after a last answer, also when the client keeps its side open. Until then what still comes is read and
 * discarded, not parsed: to close a socket with unread bytes resets the connection, and the client could lose the answer.
 */
function endConnection(socket: Socket, answer: string): void {
  socket.removeAllListeners("data").on("data", () => undefined);
  socket.once("end", () => socket.destroy());
  closeSoon(socket);
  socket.end(answer);
}
