import http from "node:http";
import https from "node:https";

/** Where requests go. It is read once, so that what a client sends can choose the path below it and nothing else. */
export interface Upstream {
  readonly origin: string;
  /** As the Host header has it. */
  readonly host: string;
  /** The path that the interface's paths are relative to, without a slash at its end. */
  readonly prefix: string;
  readonly request: (options: http.RequestOptions) => http.ClientRequest;
}

export function upstreamAt(address: string): Upstream {
  const { protocol, hostname, port, host, origin, pathname } = new URL(address);
  const ask = protocol === "https:" ? https.request : http.request;
  // URLs put an IPv6 address into brackets, connections do not.
  const place = { hostname: hostname.replace(/^\[(.*)\]$/, "$1"), ...(port !== "" && { port }) };
  const request = (options: http.RequestOptions) => ask({ ...options, ...place, agent: false });
  return { origin, host, prefix: pathname.replace(/\/+$/, ""), request };
}

/** Returns the path at the target for what a client asks for; undefined if it leads out of the target's path. */
export function pathAt(prefix: string, asked: string): string | undefined {
  const path = asked.replace(/^https?:\/\/[^/?#]*/i, "");
  if (path !== "" && !/^[/?#]/.test(path)) return undefined;
  if (prefix !== "" && leadsOut(path)) return undefined;
  return prefix + (prefix === "" && !path.startsWith("/") ? `/${path}` : path);
}

/** Servers differ in what they take for a slash or a dot, and in how often they decode: all that one may take counts. */
function leadsOut(path: string): boolean {
  const plain = (path.split(/[?#]/)[0] ?? "").replace(/%(?:25)*(2e|2f|5c)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  let depth = 0;
  for (const segment of plain.split(/[/\\]/)) {
    const name = segment.replace(/;.*$/s, "");
    if (name === "..") depth -= 1;
    else if (name !== "" && name !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
