import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { certificates } from "./testing/certificates.ts";
import { readTls, type TlsFiles } from "./tls-files.ts";

const { ca, server, client, stranger, expired, encryptedKey } = certificates;

const folder = folderOfTests();
const der = join(folder, "cert.der");
writeFileSync(der, new X509Certificate(readFileSync(server.cert)).raw);

async function warningsOf(files: TlsFiles): Promise<readonly string[]> {
  const warnings: string[] = [];
  await readTls(files, (text) => warnings.push(text));
  return warnings;
}

describe("files for TLS", () => {
  test("are read with nothing to say about them", async () => {
    expect(await warningsOf({ ...server, ca })).toEqual([]);
  });

  test.each<[string, TlsFiles, RegExp]>([
    [
      "a certificate that is missing",
      { ...server, cert: "nope.pem" },
      /^the TLS certificate nope\.pem cannot be read: ENOENT/,
    ],
    [
      "a certificate that is no text",
      { ...server, cert: der },
      /^the TLS certificate .* is no PEM file, which is a text\. Convert it: openssl x509 -inform DER -in .*cert\.der -out /,
    ],
    [
      "a key that is no text",
      { ...server, key: der },
      /^the TLS key .* is no PEM file, which is a text\. Convert it: openssl pkey -inform DER -in .*cert\.der -out /,
    ],
    [
      "a key in place of the certificate",
      { ...server, cert: server.key },
      /^the TLS certificate .* is not usable\. Allowed is/,
    ],
    [
      "a certificate in place of the key",
      { ...server, key: server.cert },
      /^the TLS key .* is not usable\. Allowed is/,
    ],
    [
      "the key of another certificate",
      { ...server, key: client.key },
      /^the TLS key .* does not belong to the certificate/,
    ],
    [
      "a key with a passphrase",
      { ...server, key: encryptedKey },
      /^the TLS key .* is encrypted\. Allowed is .* openssl pkey/,
    ],
  ])("are refused with %s", async (_, files, message) => {
    await expect(warningsOf(files)).rejects.toThrow(message);
  });

  test("that have expired are read with a warning", async () => {
    const warning = expect.stringMatching(/^the TLS certificate .*expired\.pem expired at 2026-02-01T00:00:00\.000Z\./);
    expect(await warningsOf(expired)).toEqual([warning]);
    expect(await warningsOf({ ...stranger, ca: expired.cert })).toEqual([warning]);
  });
});
