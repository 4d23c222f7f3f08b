import type { IncomingMessage } from "node:http";
import { Refused } from "../reply/refused.ts";
import { hostNotAllowed, malformed } from "../reply/server-outcome.ts";
import { hostNameOf, trustedHosts } from "./trusted-host.ts";

/** Returns an error for a request whose host is missing or not trusted, else null. */
export type HostCheck = (request: IncomingMessage) => Refused | null;

/** `added`: host names to trust in addition to those that are always trusted. */
export function createHostCheck(added: readonly string[]): HostCheck {
  const isTrusted = trustedHosts(added);
  return (request) => {
    const hosts = hostHeadersOf(request);
    if (hosts.length > 1) return notUsable("is there more than once");
    if (hosts.length === 0 && request.httpVersion === "1.1") return notUsable("is missing; HTTP/1.1 needs it");
    for (const authority of [...hosts, ...authorityOf(request.url)]) {
      const name = hostNameOf(authority);
      if (name === null) return notUsable("names no host: allowed is a name or an address, with or without a port");
      if (!isTrusted(name)) return new Refused(hostNotAllowed(name));
    }
    return null;
  };
}

/** `headers` has only the first of several Host headers. */
function hostHeadersOf({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
}

/** The host in an absolute target overrides the header (RFC 9112, 3.2.2). Here both must be trusted. */
function authorityOf(target = ""): readonly string[] {
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  return authority === undefined ? [] : [authority];
}

function notUsable(message: string): Refused {
  return new Refused(malformed([{ at: "header/host", message }]));
}
