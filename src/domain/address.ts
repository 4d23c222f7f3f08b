import ipaddr from "ipaddr.js";

type Block = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number];

/**
 * All addresses that are not ordinary public hosts, by the special-purpose registries of IANA. A block inside another
 * one comes first. The library has such a table too, but it treats IPv4-compatible, dummy and unassigned addresses as
 * public.
 */
const special: Record<string, Block[]> = {
  unspecified: blocks("0.0.0.0/32", "::/128"),
  "this-network": blocks("0.0.0.0/8"),
  loopback: blocks("127.0.0.0/8", "::1/128"),
  private: blocks("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
  "unique-local": blocks("fc00::/7"),
  "site-local": blocks("fec0::/10"),
  "link-local": blocks("169.254.0.0/16", "fe80::/10"),
  multicast: blocks("224.0.0.0/4", "ff00::/8"),
  broadcast: blocks("255.255.255.255/32"),
  "shared carrier": blocks("100.64.0.0/10"),
  // Looks public, but inside every Azure network it is the host of the virtual machine.
  "cloud platform": blocks("168.63.129.16/32"),
  documentation: blocks("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20"),
  benchmarking: blocks("198.18.0.0/15", "2001:2::/48"),
  // Sinks for stray reverse lookups. Any network can announce them, also the one around this server, and no company has
  // a receiver there.
  AS112: blocks("192.31.196.0/24", "192.175.48.0/24", "2001:4:112::/48", "2620:4f:8000::/48"),
  "multicast tunnelling": blocks("192.52.193.0/24", "2001:3::/32"),
  "6to4": blocks("192.88.99.0/24", "2002::/16"),
  Teredo: blocks("2001::/32"),
  ORCHID: blocks("2001:10::/28", "2001:20::/28"),
  "protocol assignment": blocks("192.0.0.0/24", "2001::/23"),
  reserved: blocks("240.0.0.0/4"),
  "IPv4-compatible": blocks("::/96"),
  "IPv4-translated": blocks("::ffff:0:0:0/96"),
  // Refused as a whole: a translator maps some of them to public hosts, and which ones is unknown.
  NAT64: blocks("64:ff9b::/96", "64:ff9b:1::/48"),
  "discard-only": blocks("100::/64"),
  dummy: blocks("100:0:0:1::/64"),
  "segment routing": blocks("5f00::/16"),
};

/** The only part of IPv6 that has public hosts. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns the kind of a special IP address in words that fit before "address" ("loopback", "private", "link-local"), or
 * null for a public unicast address. The text is IPv4 or IPv6 in any spelling, without brackets; a zone id is ignored.
 * An IPv4-mapped address has the kind of its IPv4 address. Any other text is "unreadable", so callers refuse it too.
 */
export function specialAddressKind(address: string): string | null {
  const parsed = parse(address);
  if (parsed === null) return "unreadable";
  const kind = ipaddr.subnetMatch(parsed, special, "public");
  if (kind !== "public") return kind;
  return parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast) ? "unassigned" : null;
}

/**
 * Returns an address in its usual spelling, without a zone id: `0xa000001` is `10.0.0.1`. An IPv4-mapped address
 * becomes its IPv4 address, which is where a connection leads. Returns null if the text is no address.
 */
export function plainAddress(address: string): string | null {
  return parse(address)?.toString() ?? null;
}

/**
 * Parses an address after `URL` has normalized it. The library alone would take `::8.8.8.8` for IPv4-mapped, the parts
 * of `::ffff:010.0.0.1` for decimal, and a zone id such as `br-lan` for an error.
 */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const text = address.includes(":") ? canonicalIPv6(address) : canonicalIPv4(address);
  return text === null ? null : ipaddr.process(text);
}

function canonicalIPv6(address: string): string | null {
  const zone = address.indexOf("%");
  const text = zone === -1 ? address : address.slice(0, zone);
  const host = /^[0-9a-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname : undefined;
  return host === undefined ? null : host.slice(1, -1);
}

function canonicalIPv4(address: string): string | null {
  const host = /^[0-9a-fx.]+$/i.test(address) ? URL.parse(`http://${address}`)?.hostname : undefined;
  return host !== undefined && ipaddr.IPv4.isValidFourPartDecimal(host) ? host : null;
}

function blocks(...texts: readonly string[]): Block[] {
  return texts.map((text) => ipaddr.parseCIDR(text));
}

/** Returns the kind of a special address for a sentence: "a loopback address"; null for a public one. */
export function specialAddressInWords(address: string): string | null {
  const kind = specialAddressKind(address);
  return kind === null ? null : `${/^(?!uniq)[aeiou]/i.test(kind) ? "an" : "a"} ${kind} address`;
}
