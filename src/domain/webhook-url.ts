import { plainAddress, specialAddressInWords, specialAddressKind } from "./address.ts";
import { shortened } from "./shortened.ts";

/** `strict` refuses what the platform refuses; `any` refuses only URLs that cannot be posted to. */
export type WebhookUrls = "strict" | "any";

/** Why a URL can be refused. The first three apply to every policy, the others to `strict` only. */
export const webhookUrlRules = [
  /** Not an absolute URL, or its host cannot exist. */
  "malformed",
  /** Neither http nor https. */
  "scheme",
  /** A user name or a password, which would be sent to the receiver and shown in every list. */
  "credentials",
  /** A name that stands for the machine itself. */
  "localhost",
  /** 10.x, 172.16-31.x or 192.168.x, in any spelling. */
  "private-address",
  /** Any other address that is not public. */
  "special-address",
  /** A domain that no company can have. */
  "reserved-domain",
  /** A name without a dot, which only a local network resolves. */
  "single-label",
  /** A public domain known for leading to private addresses. */
  "private-name",
] as const;
export type WebhookUrlRule = (typeof webhookUrlRules)[number];

export interface WebhookUrlRefusal {
  readonly rule: WebhookUrlRule;
  /** A clause without a full stop: `10.0.0.1 is a private address`. */
  readonly reason: string;
}

/** Names with a dot that hosts files give to the machine itself. */
const localhostNames = new Set([
  "localhost",
  "localhost.localdomain",
  "localhost4.localdomain4",
  "localhost6.localdomain6",
]);

/**
 * IANA's special-use and reserved domains, and domains of private networks (RFC 6762, appendix G). The last eleven mean
 * "test" in other scripts and are reserved like `test`.
 */
const reservedDomains = new Set([
  ...["example.com", "example.net", "example.org", "example", "test", "invalid", "localhost"],
  ...["local", "onion", "alt", "internal", "home.arpa", "arpa"],
  ...["intranet", "private", "corp", "home", "lan", "localdomain"],
  ...["xn--kgbechtv", "xn--hgbk6aj7f53bba", "xn--0zwm56d", "xn--g6w251d", "xn--80akhbyknj4f", "xn--11b5bs3a9aj6g"],
  ...["xn--jxalpdlp", "xn--9t4b11yi5a", "xn--deba0ad", "xn--zckzah", "xn--hlcj6aya9esc7a"],
]);

/**
 * Public domains whose names resolve to 127.0.0.1 or to an address in the name. The list is not complete: others are
 * refused at delivery, when the name is resolved.
 */
const privateNames = new Set([
  ...["nip.io", "sslip.io", "xip.io", "1u.ms", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "fuf.me"],
  ...["localdev.me", "local.gd", "localho.st", "localhost.direct", "ddev.site", "lndo.site", "colasloth.com"],
  "traefik.me",
]);

const nameMaxLength = 253;
const labelMaxLength = 63;

/** Returns why a webhook must not have this URL, or null. Accepts any text. */
export function webhookUrlRefusal(url: string, policy: WebhookUrls): WebhookUrlRefusal | null {
  const parsed = URL.parse(url);
  if (parsed === null) return { rule: "malformed", reason: "it cannot be read as an absolute URL" };
  const { protocol, username, password } = parsed;
  if (protocol !== "http:" && protocol !== "https:") {
    const scheme = shown(protocol.slice(0, -1));
    return { rule: "scheme", reason: `its scheme is ${scheme}, and only http and https are allowed` };
  }
  if (username !== "" || password !== "") {
    return { rule: "credentials", reason: "it has a user name or a password" };
  }
  if (parsed.port === "0") return { rule: "malformed", reason: "no server can listen on port 0" };
  const host = hostOf(parsed);
  if (host === null) return { rule: "malformed", reason: `${shown(parsed.hostname)} is not a host that can exist` };
  return policy === "any" ? null : hostRefusal(host);
}

/**
 * Returns the host of an http URL in one spelling, without trailing dots, which do not change where it leads. Returns
 * null if no host can have this name: a label is empty, or a label or the name is too long.
 */
export function hostOf(url: URL): string | null {
  const bare = withoutTrailingDots(url.hostname);
  // `URL` does not recognize 10.0.0.1 with two trailing dots as an address, so it parses the name again without them.
  const host = bare === url.hostname ? bare : URL.parse(`http://${bare}`)?.hostname;
  if (host === undefined || host.length > nameMaxLength) return null;
  const labels = host.split(".");
  return labels.every((label) => label.length > 0 && label.length <= labelMaxLength) ? host : null;
}

function hostRefusal(host: string): WebhookUrlRefusal | null {
  const address = plainAddress(host.startsWith("[") ? host.slice(1, -1) : host);
  return address === null ? nameRefusal(host) : addressRefusal(address);
}

function addressRefusal(address: string): WebhookUrlRefusal | null {
  const kind = specialAddressKind(address);
  if (kind === null) return null;
  const rule = kind === "private" ? "private-address" : "special-address";
  return { rule, reason: `${address} is ${specialAddressInWords(address)}` };
}

function nameRefusal(host: string): WebhookUrlRefusal | null {
  if (localhostNames.has(host)) return { rule: "localhost", reason: `${host} is the machine itself` };
  const reserved = domainAmong(host, reservedDomains);
  if (reserved !== null) {
    const domain = reserved.includes(".") ? reserved : `.${reserved}`;
    return { rule: "reserved-domain", reason: `it is on the reserved domain ${domain}` };
  }
  if (!host.includes(".")) return { rule: "single-label", reason: `${shown(host)} is a name without a dot` };
  const known = domainAmong(host, privateNames);
  if (known === null) return null;
  return { rule: "private-name", reason: `it is on ${known}, whose names lead to private addresses` };
}

/** Returns the longest of the domains that a host equals or is part of. */
function domainAmong(host: string, domains: ReadonlySet<string>): string | null {
  const labels = host.split(".");
  const found = labels.findIndex((_, index) => domains.has(labels.slice(index).join(".")));
  return found === -1 ? null : labels.slice(found).join(".");
}

/** A regular expression would take quadratic time on a host of many dots. */
function withoutTrailingDots(hostname: string): string {
  let end = hostname.length;
  while (hostname[end - 1] === ".") end -= 1;
  return hostname.slice(0, end);
}

function shown(text: string): string {
  return shortened(text, 60);
}
