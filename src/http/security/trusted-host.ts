import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import { hostNotAllowed, malformed, Refused } from "../reply/server-outcome.ts";

/** Domains that cannot be registered outside this machine and its network (RFC 6761, RFC 6762, ICANN). */
const privateDomains = [".localhost", ".local", ".internal"];

const MAX_NAME_LENGTH = 253;

/**
 * Returns the host that a Host header or the authority of a target names: in lower case, without its port and without a
 * trailing dot. Null when it names none.
 */
export function hostNameOf(authority: string): string | null {
  const host = /^(.*?)(:\d{0,5})?$/.exec(authority)?.[1]?.toLowerCase() ?? "";
  const isAddress = host.startsWith("[") && host.endsWith("]") && isIPv6(host.slice(1, -1));
  if (isAddress) return host;
  const name = host.replace(/\.$/, "");
  return isHostName(name) ? name : null;
}

/** Returns whether a text is a host name or an IPv4 address in the form of URLs. */
export function isHostName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text);
}

/**
 * Returns what tells whether a sandbox responds to a host name (in the form of `hostNameOf`): addresses, names that
 * only this machine, its network or its administrator can point at the sandbox, and the added names. A web page at any
 * other name could resolve its name to the sandbox (DNS rebinding) and would then share its origin.
 */
export function trustedHosts(added: readonly string[]): (name: string) => boolean {
  const names = new Set(added.map(hostNameOf));
  return (name) =>
    name.startsWith("[") ||
    isIPv4(name) ||
    !name.includes(".") ||
    privateDomains.some((domain) => name.endsWith(domain)) ||
    names.has(name);
}

/**
 * Returns a function that returns an error for a request whose host is missing or not trusted, else null. `added`: host
 * names to trust in addition to those that are always trusted.
 */
export function createHostCheck(added: readonly string[]): (request: IncomingMessage) => Refused | null {
  const isTrusted = trustedHosts(added);
  const problemOf = (authority: string): Refused | null => {
    const name = hostNameOf(authority);
    if (name === null) return notUsable("names no host: allowed is a name or an address, with or without a port");
    return isTrusted(name) ? null : new Refused(hostNotAllowed(name));
  };
  // Most clients send the same host again and again.
  let lastTrusted: string | undefined;
  return (request) => {
    const { host = "" } = request.headers;
    // `headers` has only the first of several Host headers.
    const hosts = request.rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length;
    if (hosts > 1) return notUsable("is there more than once");
    if (hosts === 0 && request.httpVersion === "1.1") return notUsable("is missing; HTTP/1.1 needs it");
    if (hosts === 1 && host !== lastTrusted) {
      const problem = problemOf(host);
      if (problem !== null) return problem;
      lastTrusted = host;
    }
    // The host in an absolute target overrides the header (RFC 9112, 3.2.2). Here both must be trusted.
    const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(request.url ?? "") ?? [];
    return authority === undefined ? null : problemOf(authority);
  };
}

function notUsable(message: string): Refused {
  return new Refused(malformed([{ at: "header/host", message }]));
}
