import { isIP } from "node:net";
import { InvalidArgumentError } from "commander";
import { isHeaderSecret } from "../client/header-secret.ts";
import { shortened } from "../domain/shortened.ts";
import { isHostName } from "../http/security/trusted-host.ts";

/** Returns a parser of whole numbers; `kind` is what messages call them. */
export function wholeNumber(min: number, max: number, kind = "a whole number"): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,16}$/.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Allowed is ${kind} from ${min} to ${max}.`);
  };
}

export const port = wholeNumber(0, 65_535, "a whole number (0 is any free port)");

/** Returns an address or a name to listen on. An IPv6 address can have brackets, as in the URL that the banner shows. */
export function listenHost(text: string): string {
  const host = /^\[(.*)\]$/s.exec(text)?.[1] ?? text;
  if (isIP(host) !== 0 || (host === text && /^[a-z0-9_.-]{1,253}$/i.test(host))) return host;
  throw new InvalidArgumentError("Allowed is an address or a name of this machine, such as 127.0.0.1 or [::1].");
}

/** Returns the entries of a list with commas between them. */
export function listOf(text: string): readonly string[] {
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.filter((entry) => entry !== "");
}

/** Returns a parser of lists that are not empty; `kind` is what messages say of their entries. */
export function someOf(kind: string): (text: string) => readonly string[] {
  return (text) => {
    const given = listOf(text);
    if (given.length > 0) return given;
    throw new InvalidArgumentError(`Allowed are ${kind}.`);
  };
}

export function hosts(text: string): readonly string[] {
  const names = listOf(text);
  const wrong = names.find((name) => !isHostName(name.replace(/\.$/, "")));
  if (wrong === undefined) return names;
  throw new InvalidArgumentError(
    `"${shortened(wrong, 100)}" is not a host name. Allowed is a list of names without scheme, port, path or wildcard, such as saldo.acme.dev,sandbox.acme.dev.`,
  );
}

/** Returns a duration such as `PT5M30S`, `90s` or `500ms` in milliseconds, or null for another text. */
function parseDurationMs(text: string): number | null {
  const [all, hours = "0", minutes = "0", seconds = "0", ms = "0"] =
    /^(?:PT)?(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?(?:(\d{1,5})ms)?$/i.exec(text) ?? [];
  return all === undefined
    ? null
    : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms);
}

/** Returns a parser of durations, in milliseconds, of one at least; `kind` is what messages say of them. */
export function duration(maxMs: number, kind: string): (text: string) => number {
  return (text) => {
    const ms = parseDurationMs(text) ?? 0;
    if (ms >= 1 && ms <= maxMs) return ms;
    throw new InvalidArgumentError(`Allowed is a duration ${kind}.`);
  };
}

const MAX_SECRET_CHARACTERS = 512;

/** Returns an API key or a token: what a header can carry. */
export function typedSecret(text: string): string {
  if (isHeaderSecret(text) && !text.includes(" ") && text.length <= MAX_SECRET_CHARACTERS) return text;
  throw new InvalidArgumentError(`Allowed are 1 to ${MAX_SECRET_CHARACTERS} visible ASCII characters without spaces.`);
}

/** Returns the path of a file. Its message does not repeat what may be the content of a key file. */
export function filePath(text: string): string {
  if (/^[^\p{Cc}]{1,4096}$/u.test(text)) return text;
  throw new InvalidArgumentError("Allowed is the path of a file, not its content.");
}

/**
 * Returns a parser of addresses that requests are sent to: http or https, without a user name, a password, a query and a
 * fragment, because addresses stand in reports. Its messages do not repeat the address, which may have a password in it.
 */
export function address(example: string): (text: string) => string {
  return (text) => {
    const problem = addressProblem(text, example);
    if (problem !== null) throw new InvalidArgumentError(problem);
    return text.replace(/\/+$/, "");
  };
}

/** Returns a parser of the addresses of servers: such an address has no path either. */
export function origin(example: string): (text: string) => string {
  return (text) => {
    const url = new URL(address(example)(text));
    if (url.pathname !== "/")
      throw new InvalidArgumentError(`Allowed is an address without a path, such as ${example}.`);
    return url.origin;
  };
}

/** Returns what is wrong with an address, without repeating it; null if nothing is. */
export function addressProblem(text: string, example: string, allowsQuery = false): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const isBare = /^[\w.-]+:\d{1,5}(\/.*)?$/.test(text) || /^\[[\da-f:]+\]/i.test(text);
    return `Allowed is an address such as ${example}.${isBare ? " Write http:// before it." : ""}`;
  }
  if (url.username !== "" || url.password !== "") return "An address cannot have a user name or a password.";
  if (url.hash !== "") return "An address cannot have a fragment, because fragments are never sent.";
  if (url.search !== "" && !allowsQuery) return "An address cannot have a query.";
  return null;
}
