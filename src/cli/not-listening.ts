import { isIPv6 } from "node:net";
import { reasonOf, UserError } from "./user-error.ts";

/** Where something was to listen, and how messages call the two parts: `--host or HOST`. */
export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
  readonly hostNames: string;
  readonly portNames: string;
  /** Whether the host comes from a variable, which a shell can have set for another purpose. */
  readonly isHostOfShell?: boolean;
}

/** The first port that a system without special settings lets every user take. */
const FIRST_FREE_PORT = 1_024;

/** Returns the error of a server that cannot listen, with what to do next. `user`: what already listens there, if it is known. */
export function notListening(error: unknown, place: ListeningPlace, user = ""): UserError {
  return new UserError(`cannot listen on ${authority(place.host, place.port)}: ${wayOut(error, place, user)}`, {
    cause: error,
  });
}

/** Returns the host and the port in the form of URLs. */
export function authority(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function wayOut(error: unknown, { port, hostNames, portNames, isHostOfShell }: ListeningPlace, user: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const otherHost = isHostOfShell
    ? " (from env 'HOST'; give --host 127.0.0.1)"
    : `. Choose another address with ${hostNames}: 127.0.0.1 for this machine, 0.0.0.0 for its network, too`;
  switch (code) {
    case "EADDRINUSE":
      return `it is in use${user}; choose another with ${portNames}`;
    case "EACCES":
    case "EPERM":
      return port < FIRST_FREE_PORT
        ? `the system lets only an administrator use ports below ${FIRST_FREE_PORT}. Choose a higher one with ${portNames}`
        : `the system does not let this user take the port. Choose another with ${portNames}`;
    case "EADDRNOTAVAIL":
      return `this machine has no such address${otherHost}`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `no address is known for this name${otherHost}`;
    default:
      return `${reasonOf(error)}${otherHost}`;
  }
}
