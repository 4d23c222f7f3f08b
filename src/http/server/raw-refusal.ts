import type { Socket } from "node:net";
import type { ConnectionError } from "fastify";
import { http } from "../../outbound/node-http.ts";
import type { RenderedResponse } from "../../spec/renderer.ts";
import type { Renderers } from "../reply/reply.ts";
import { viewOfParserError } from "../reply/server-outcome.ts";
import { closeSoon } from "./close-soon.ts";

/** Responds to what is not an HTTP request, on the bare connection and in the form of the documents. */
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

/** The packet is what Node read last and usually begins with the request. Its declared type is wrong. */
function requestLineIn(packet: unknown): { readonly method: string | undefined; readonly target: string } {
  const text = Buffer.isBuffer(packet) ? packet.toString("latin1") : "";
  const [, method, target = "/"] = /^([A-Z]+) (\S+)/.exec(text) ?? [];
  return { method, target };
}

function rawAnswer({ status, contentType, body }: RenderedResponse, method: string | undefined): string {
  const text = method === "HEAD" ? "" : (body ?? "");
  const lines = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    ...(contentType === null ? [] : [`content-type: ${contentType}`]),
    // A response to HEAD has no body, so it announces no length.
    ...(method === "HEAD" ? [] : [`content-length: ${Buffer.byteLength(text)}`]),
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n${text}`;
}

/**
 * Ends a connection after the response, even if the client keeps its side open. Until then it reads and discards what
 * arrives: closing a socket with unread bytes resets the connection, and the client could lose the response.
 */
function endConnection(socket: Socket, answer: string): void {
  socket.removeAllListeners("data").on("data", () => undefined);
  socket.once("end", () => socket.destroy());
  closeSoon(socket);
  socket.end(answer);
}
