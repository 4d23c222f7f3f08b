import { isIPv4, isIPv6 } from "node:net";

/** Domains that nobody outside this machine and its network can register or resolve (RFC 6761, RFC 6762, ICANN). */
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

/** Whether this is a host's name or an IPv4 address, as it stands in a URL. */
export function isHostName(text: string): boolean {
  return text.length <= maxNameLength && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(text);
}

/**
 * Returns whether a sandbox answers to a host name, as `hostNameOf` gives it. Those are addresses and names that only this
 * machine, its network or its administrator can point at the sandbox, and the names that are added. A web page at any other
 * name could have its name resolved to the sandbox (DNS rebinding), and would then be of one origin with it.
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
