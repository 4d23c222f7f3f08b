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

  test.each<["cert" | "key", string, string]>([
    ["cert", "nope.pem", "certificate nope\\.pem cannot be read: ENOENT"],
    [
      "cert",
      der,
      "certificate .* is no PEM file, which is a text\\. Convert it: openssl x509 -inform DER -in .*cert\\.der",
    ],
    [
      "key",
      der,
      "key .* is no PEM file, which is a text\\. Convert it: openssl pkey -inform DER -in .*cert\\.der -out ",
    ],
    ["cert", server.key, "certificate .* is not usable\\. Allowed is"],
    ["key", server.cert, "key .* is not usable\\. Allowed is"],
    ["key", client.key, "key .* does not belong to the certificate"],
    ["key", encryptedKey, "key .* is encrypted\\. Allowed is .* openssl pkey"],
  ])("are refused with this %s: %s", async (which, file, message) => {
    await expect(warningsOf({ ...server, [which]: file })).rejects.toThrow(new RegExp(`^the TLS ${message}`));
  });

  test("that have expired are read with a warning", async () => {
    const warning = expect.stringMatching(/^the TLS certificate .*expired\.pem expired at 2026-02-01T00:00:00\.000Z\./);
    expect(await warningsOf(expired)).toEqual([warning]);
    expect(await warningsOf({ ...stranger, ca: expired.cert })).toEqual([warning]);
  });
});
