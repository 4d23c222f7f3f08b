import type { IncomingMessage } from "node:http";
import { Refused } from "./refused.ts";
import { hostNotAllowed, malformed } from "./server-outcome.ts";
import { hostNameOf, trustedHosts } from "./trusted-host.ts";

/** Returns why a request is refused that names a host which is not trusted, or none where HTTP needs one; else null. */
export type HostCheck = (request: IncomingMessage) => Refused | null;

/** `added`: names that are trusted besides those that always are. */
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

/** Of several, `headers` has only the first. */
function hostHeadersOf({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
}

/** RFC 9112, 3.2.2: the host in an absolute target counts, whatever the header says. Here both must be trusted. */
function authorityOf(target = ""): readonly string[] {
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  return authority === undefined ? [] : [authority];
}

function notUsable(message: string): Refused {
  return new Refused(malformed([{ at: "header/host", message }]));
}
