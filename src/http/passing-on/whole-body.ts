import type { IncomingMessage } from "node:http";
import { http } from "../../outbound/node-http.ts";

/**
 * Reads the body of a request, so that it can be sent more than once. Returns null if it is longer than its limit, or if the
 * client leaves before its end.
 */
export async function wholeBody(raw: IncomingMessage, limitBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      if (bytes > limitBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** Returns a request that the server can handle once more, although its body was read. */
export function repeated(raw: IncomingMessage, body: Buffer): IncomingMessage {
  const again = new http.IncomingMessage(raw.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = raw;
  Object.assign(again, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  // Its bytes do not come from the connection.
  again._read = () => undefined;
  if (body.length > 0) again.push(body);
  again.push(null);
  again.complete = true;
  return again;
}
