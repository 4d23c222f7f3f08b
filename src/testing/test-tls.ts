import type { ConnectionOptions } from "node:tls";
import { type KeyPairFiles, readKeyPair, type TlsFiles, trustInFile } from "../http/security/tls-files.ts";

/** PEM files for a sandbox of a test. `client`: with `ca`, the certificate of the test's own client, which `ca` has signed. */
export interface TestTls extends TlsFiles {
  readonly client?: KeyPairFiles | undefined;
}

export const TLS_OPTIONS = ["cert", "key", "ca", "client"] as const satisfies readonly (keyof TestTls)[];

/** Returns what the test's own client connects with. Throws `Error`. */
export async function clientTls(
  { cert, ca, client }: TestTls,
  warn: (text: string) => void,
): Promise<ConnectionOptions> {
  if (ca !== undefined && client === undefined)
    throw new Error("tls.client is missing: with tls.ca, the test's own client needs a certificate, too.");
  return { ...(await trustInFile(cert)), ...(client && (await readKeyPair(client, warn))) };
}
