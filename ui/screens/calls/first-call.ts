import { serverUrl } from "../../state/server-url.ts";
import { apiKey } from "../../state/session.ts";

/** Returns the call that a new integrator makes first, as a command for a shell. */
export function curlOfBalance(): string {
  return `curl ${serverUrl}/account-balance -H 'X-API-KEY: ${apiKey.value}'`;
}
