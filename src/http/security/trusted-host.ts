import { isIPv4, isIPv6 } from "node:net";

/** Domains that nobody outside this machine and its network can register (RFC 6761, RFC 6762, ICANN). */
const privateDomains = [".localhost", ".local", ".internal"];

const maxNameLength = 253;

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
  return text.length <= maxNameLength && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text);
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
