import { execFile } from "node:child_process";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { certificates } from "../../src/http/security/testing/certificates.ts";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { main, RunningSaldo } from "../running-saldo.ts";

const page = new DocumentedBlocks("docs/tls.md");
const run = promisify(execFile);
const { ca, server, client } = certificates;
/** Below the repository, where the package goes by its name; with the files of the page. */
const folder = folderOfTests(import.meta.dirname, ".run-");
beforeAll(async () => {
  const files = { ca, server: server.cert, "server-key": server.key, client: client.cert, "client-key": client.key };
  for (const [name, file] of Object.entries(files)) await copyFile(file, join(folder, `${name}.pem`));
  await writeFile(join(folder, "saldo"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 });
});

test("a server that asks for certificates answers the clients of the page", async () => {
  const [program, command, ...flags] = page
    .take("sh", /saldo start/)
    .text.trim()
    .split(" ");
  expect([program, command]).toEqual(["saldo", "start"]);
  const inFolder = flags.map((word) => (word.endsWith(".pem") ? join(folder, word) : word));
  await using saldo = new RunningSaldo(inFolder);
  const address = await saldo.shows(/address +(https:\S+)/);
  const play = async (text: string) => {
    const script = text.replaceAll("https://127.0.0.1:4400", address);
    return run("bash", ["-ec", script], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    });
  };
  expect(JSON.parse((await play(page.take("sh", /curl/).text)).stdout)).toMatchObject({ status: "ok" });
  expect((await play(page.take("sh", /saldo health/).text)).stdout).toMatch(/ is healthy, .*\nnow +2/);
});

test("the lines for a test run as they are printed", async () => {
  await writeFile(join(folder, "lines.ts"), page.take("ts").text);
  const { stdout } = await run("node", ["-C", "saldo-source", "lines.ts"], { cwd: folder });
  expect(stdout).toMatch(/^https:\/\/127\.0\.0\.1:\d+\n$/);
});

test("the service of the page sets variables that exist, and nothing else is code that is not run", () => {
  // test/tls.test.ts runs the health check of the image with these variables.
  expect(Object.keys(parse(page.take("yaml").text).services.saldo.environment)).toEqual([
    "SALDO_TLS_CERT",
    "SALDO_TLS_KEY",
    "SALDO_TLS_CA",
    "SALDO_CLIENT_CERT",
    "SALDO_CLIENT_KEY",
  ]);
  expect(page.notRun).toEqual([]);
});
