import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const fileOf = (name: string) => fileURLToPath(new URL(`certificates/${name}.pem`, import.meta.url));

/**
 * Certificates that protect nothing. They are valid from 2026 to 2126, but for `expired`, which ended on 2026-02-01.
 * `ca` has signed `server` (localhost, 127.0.0.1, saldo.acme.dev), `client` and `expired`, which has the server's key.
 * `stranger` has signed itself.
 */
export const certificates = {
  ca: fileOf("ca"),
  server: { cert: fileOf("server"), key: fileOf("server-key") },
  client: { cert: fileOf("client"), key: fileOf("client-key") },
  stranger: { cert: fileOf("stranger"), key: fileOf("stranger-key") },
  expired: { cert: fileOf("expired"), key: fileOf("server-key") },
  encryptedKey: fileOf("encrypted-key"),
} as const;

/** What a client connects with, for `node:https` and `node:tls`. */
export function clientWith(pair?: { readonly cert: string; readonly key: string }) {
  const own = pair && { cert: readFileSync(pair.cert), key: readFileSync(pair.key) };
  return { ca: readFileSync(certificates.ca), ...own };
}
