import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import https from "node:https";
import { connect as connectPlainly } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secureFetch } from "../src/client/secure-fetch.ts";
import { certificates, clientWith } from "../src/http/security/testing/certificates.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { main, RunningSaldo } from "./running-saldo.ts";

const { ca, server, client, stranger } = certificates;
const trusting = { NODE_EXTRA_CA_CERTS: ca };
const identified = { SALDO_CLIENT_CERT: client.cert, SALDO_CLIENT_KEY: client.key };

function statusAt(url: string, tls: https.RequestOptions): Promise<number | string | undefined> {
  return new Promise((resolve) => {
    const request = https.get(`${url}/sandbox/health`, { ...tls, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

describe("a sandbox with a certificate", () => {
  test("answers its own client and those who trust it, and none over plain HTTP", async () => {
    await using sandbox = await startSandbox({ tls: server });
    expect(sandbox.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect((await sandbox.clock.advance({ by: "P1D" })).to).toBe("2026-03-03T12:00:00.000Z");
    expect(await statusAt(sandbox.url, clientWith())).toBe(200);
    expect(await statusAt(sandbox.url, {})).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    const plain = connectPlainly(Number(new URL(sandbox.url).port), "127.0.0.1");
    plain.write("GET /sandbox/health HTTP/1.0\r\n\r\n");
    plain.resume();
    await once(plain, "close");
    expect(plain.bytesRead).toBe(0);
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });

  test.each([
    ["AES128-SHA", "EPROTO"],
    ["AES256-GCM-SHA384", "EPROTO"],
    ["ECDHE-RSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA256", "EPROTO"],
    ["ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256", 200],
  ])("speaks TLS 1.2 only with forward secrecy and authenticated encryption: %s", async (ciphers, status) => {
    await using sandbox = await startSandbox({ tls: server });
    expect(await statusAt(sandbox.url, { ...clientWith(), ciphers, maxVersion: "TLSv1.2" })).toBe(status);
  });

  test("and an authority refuses clients that the authority has not signed", async () => {
    await using sandbox = await startSandbox({ tls: { ...server, ca, client } });
    await using world = await sandbox.world();
    expect((await world.clock.read()).mode).toBe("frozen");
    expect(await statusAt(sandbox.url, clientWith(client))).toBe(200);
    expect(await statusAt(sandbox.url, clientWith())).toBe("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED");
    expect(await statusAt(sandbox.url, clientWith(stranger))).toBe("ECONNRESET");
    const refused = secureFetch(clientWith())(new Request(sandbox.url));
    await expect(refused).rejects.toThrow("A server that needs a client certificate closes like this");
  });

  test("ends although a client says nothing", async () => {
    const sandbox = await startSandbox({ tls: server, closeWithinMs: 0 });
    const silent = connectPlainly(Number(new URL(sandbox.url).port), "127.0.0.1");
    silent.on("error", () => {});
    await once(silent, "connect");
    // Who waited for the client would wait until the test ends by its time limit.
    await sandbox[Symbol.asyncDispose]();
    silent.destroy();
  });

  test("does not begin without a certificate for its own client", async () => {
    await expect(startSandbox({ tls: { ...server, ca } })).rejects.toThrow(/^tls\.client is missing/);
  });
});

describe("saldo start with a certificate and an authority", () => {
  const own = { SALDO_TLS_CERT: server.cert, SALDO_TLS_KEY: server.key, SALDO_TLS_CA: ca };
  let saldo: RunningSaldo;
  let url: string;
  let port: string;
  beforeAll(async () => {
    saldo = new RunningSaldo([], own);
    url = await saldo.shows(/address +(https:\S+)/);
    await saldo.shows(/documents .*\n/);
    ({ port } = new URL(url));
  });
  afterAll(() => saldo[Symbol.asyncDispose]());

  test("says so, and that clients need a certificate", () => {
    expect(saldo.output).toContain(`TLS        certificate ${server.cert}; clients need a certificate signed by ${ca}`);
    expect(saldo.output).toContain(`${url}/openapi.json`);
    expect(saldo.output).not.toContain("http://");
  });

  test("saldo health reaches it by the variables of the server, with a certificate for itself", async () => {
    const healthy = { code: 0, stdout: expect.stringMatching(`^${url} is healthy, version `), stderr: "" };
    expect(await commandInProcess(["health"], { ...own, ...identified, PORT: port })).toEqual(healthy);
    const { code, stderr } = await commandInProcess(["health"], { ...own, PORT: port });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("it asks for a client certificate; give --client-cert"),
    ]);
  });

  test("commands reach it, too, also the one that follows its events", async () => {
    const there = { SALDO_URL: url, ...trusting, ...identified };
    const withBooks = ["books", "--with", "command:echo '{ \"payouts\": [] }'"];
    for (const words of [["charge", "create", "900"], withBooks, ["scenario", "record"]])
      expect((await commandInProcess(words, { ...own, ...identified, PORT: port })).stderr).toBe("");
    const tail = execFile(process.execPath, [main, "tail", "--since", "0"], { env: { ...process.env, ...there } });
    let text = "";
    for await (const piece of tail.stdout ?? []) {
      text += piece;
      if (text.includes("R$ 9,00")) tail.kill();
    }
    expect(text).toContain("R$ 9,00");
    const untrusting = await commandInProcess(["clock"], { SALDO_URL: url, ...identified });
    expect(untrusting.stderr).toMatch(
      /^error: GET https:.* got no answer: self-signed certificate in certificate chain/,
    );
  });

  test.each([
    [{ SALDO_CLIENT_CERT: client.cert }, /^error: --client-cert .* and --client-key .* need each other\.\n$/],
    [{ ...identified, SALDO_CLIENT_KEY: stranger.key }, /^error: the TLS key .* does not belong to the certificate/],
  ])("and refuse what is no certificate with its key: %j", async (variables, message) => {
    const { code, stderr } = await commandInProcess(["clock"], { SALDO_URL: url, ...variables });
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  });

  describe("the health check of the image", () => {
    const folder = folderOfTests();
    beforeAll(async () => {
      await writeFile(join(folder, "saldo"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
      await chmod(join(folder, "saldo"), 0o755);
    });

    async function checked(variables: Readonly<Record<string, string>>): Promise<number> {
      const text = await readFile(new URL("../Dockerfile", import.meta.url), "utf8");
      const [, command = ""] = /^HEALTHCHECK .*? CMD (\[.*\])$/m.exec(text) ?? [];
      const [file, ...words]: string[] = JSON.parse(command);
      const env = { PATH: `${folder}:${process.env.PATH}`, ...variables };
      return promisify(execFile)(file ?? "", words, { env }).then(
        () => 0,
        (error) => error.code,
      );
    }

    test("finds it healthy", async () => {
      expect(await checked({ ...own, ...identified, PORT: port })).toBe(0);
    });

    test("finds a sandbox without TLS healthy as before", async () => {
      await using plain = await startSandbox();
      expect(await checked({ PORT: new URL(plain.url).port })).toBe(0);
    });
  });
});
