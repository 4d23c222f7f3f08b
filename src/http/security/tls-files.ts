import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { type ConnectionOptions, createSecureContext } from "node:tls";
import { readTextFile, UnusableTextFile } from "../../text-file.ts";

/** The PEM files of a certificate and of its private key. */
export interface KeyPairFiles {
  readonly cert: string;
  readonly key: string;
}

/** `ca`: with it, a server refuses clients without a certificate that one of this file has signed. */
export interface TlsFiles extends KeyPairFiles {
  readonly ca?: string | undefined;
}

/** A certificate, with its chain if there is one, and its private key, in PEM form. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface ServerTls extends KeyPair {
  readonly ca?: string;
}

/** Reads what a server speaks TLS with. `warn` gets a sentence about each certificate that is not valid now. Throws `Error`. */
export async function readTls({ ca: file, ...files }: TlsFiles, warn: (text: string) => void): Promise<ServerTls> {
  const pair = await readKeyPair(files, warn);
  if (file === undefined) return pair;
  const ca = await readPem(file, "the TLS authority");
  for (const certificate of certificatesIn(ca, `TLS authority ${file}`)) warnOfDates(certificate, file, warn);
  return { ...pair, ca };
}

/** Reads a certificate and its key. Throws `Error` if they cannot be used, or do not belong together. */
export async function readKeyPair(files: KeyPairFiles, warn: (text: string) => void): Promise<KeyPair> {
  const cert = await readPem(files.cert, "the TLS certificate");
  const [certificate] = certificatesIn(cert, `TLS certificate ${files.cert}`);
  const key = await readPem(files.key, "the TLS key", "pkey");
  if (!certificate.checkPrivateKey(privateKeyIn(key, files.key)))
    throw new Error(
      `the TLS key ${files.key} does not belong to the certificate ${files.cert}. Give the private key that the certificate was made with. A file with a chain begins with the server's own certificate.`,
    );
  usable({ cert, key }, files.cert);
  warnOfDates(certificate, files.cert, warn);
  return { cert, key };
}

/**
 * Returns what a client trusts the certificate of this file with: itself, whatever hosts it names, because a test
 * reaches the sandbox at an address of its own. Throws `Error`.
 */
export async function trustInFile(file: string): Promise<ConnectionOptions> {
  const ca = await readPem(file, "the TLS certificate");
  return { ca, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
}

/** `tool`: the command of OpenSSL that converts such a file. */
async function readPem(file: string, what: string, tool: "x509" | "pkey" = "x509"): Promise<string> {
  return readTextFile(file, what).catch((error: unknown) => {
    if (!(error instanceof UnusableTextFile && error.isOfOtherBytes)) throw error;
    throw new Error(
      `${what} ${file} is no PEM file, which is a text. Convert it: openssl ${tool} -inform DER -in ${file} -out ${file}.pem`,
      { cause: error },
    );
  });
}

function certificatesIn(pem: string, what: string): readonly [X509Certificate, ...X509Certificate[]] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  try {
    const [first, ...others] = blocks.map((block) => new X509Certificate(block));
    if (first !== undefined) return [first, ...others];
  } catch {
    // The message below fits a damaged certificate, too.
  }
  throw new Error(
    `the ${what} is not usable. Allowed is a PEM file with certificates between -----BEGIN CERTIFICATE----- and -----END CERTIFICATE-----.`,
  );
}

function privateKeyIn(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new Error(
      /^(-----BEGIN ENCRYPTED|Proc-Type: .*ENCRYPTED)/m.test(pem)
        ? `the TLS key ${file} is encrypted. Allowed is a key without a passphrase: openssl pkey -in ${file} -out plain-key.pem`
        : `the TLS key ${file} is not usable. Allowed is a PEM file with a private key that begins with -----BEGIN PRIVATE KEY-----.`,
      { cause: error },
    );
  }
}

/** OpenSSL refuses keys that are too weak, and says so only here. */
function usable(pair: KeyPair, file: string): void {
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(`the TLS certificate ${file} is not usable: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

/** A test may need such a certificate, so it is no error. */
function warnOfDates(
  { validFromDate, validToDate }: X509Certificate,
  file: string,
  warn: (text: string) => void,
): void {
  const now = Date.now();
  if (validToDate.getTime() < now)
    warn(`the TLS certificate ${file} expired at ${validToDate.toISOString()}. The other side refuses it.`);
  if (validFromDate.getTime() > now)
    warn(`the TLS certificate ${file} is not valid before ${validFromDate.toISOString()}. The other side refuses it.`);
}
