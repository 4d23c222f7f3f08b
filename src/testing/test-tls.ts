import type { ConnectionOptions } from "node:tls";
import { refuseOtherTypes, refuseUnknownOptions } from "../client/known-options.ts";
import { type KeyPairFiles, readKeyPair, type TlsFiles, trustInFile } from "../http/security/tls-files.ts";

/** PEM files for a sandbox of a test. `client`: with `ca`, the certificate of the test's own client, which `ca` has signed. */
export interface TestTls extends TlsFiles {
  readonly client?: KeyPairFiles | undefined;
}

const KEY_PAIR = { cert: "string", key: "string" } satisfies Readonly<Record<keyof KeyPairFiles, string>>;

/** Throws an `Error` for the first name that these options, or those in them, must not have, and for a file that is missing. */
export function refuseUnknownTls(of: string, tls: TestTls): void {
  refuseUnknownOptions(of, tls, ["cert", "key", "ca", "client"] satisfies (keyof TestTls)[]);
  if (tls.client !== undefined) refuseUnknownOptions(`client of ${of}`, tls.client, Object.keys(KEY_PAIR));
  for (const files of [tls, tls.client ?? tls]) refuseOtherTypes(files, KEY_PAIR, Object.keys(KEY_PAIR));
}

/** Returns what the test's own client connects with. Throws `Error`. */
export async function clientTls(
  { cert, ca, client }: TestTls,
  warn: (text: string) => void,
): Promise<ConnectionOptions> {
  if (ca !== undefined && client === undefined)
    throw new Error("tls.client is missing: with tls.ca, the test's own client needs a certificate, too.");
  return { ...(await trustInFile(cert)), ...(client && (await readKeyPair(client, warn))) };
}
