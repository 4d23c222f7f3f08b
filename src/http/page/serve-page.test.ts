import { mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { readPage } from "./page-files.ts";
import { servePage, tellThatPageIsNotBuilt } from "./serve-page.ts";

const script = "document.title = 'Saldo';".repeat(20);

function folderWithPage(): URL {
  const folder = mkdtempSync(join(tmpdir(), "saldo-page-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "index-a1b2.js"), script);
  writeFileSync(join(folder, "notes.txt"), "no part of the page");
  return pathToFileURL(`${folder}/`);
}

function serverWithPage() {
  const page = readPage(folderWithPage());
  if (page === null) throw new Error("the page was not found");
  const app = Fastify();
  servePage(app, page);
  return app;
}

test("a folder without a document is no page", () => {
  expect(readPage(new URL("../", folderWithPage()))).toBeNull();
});

test.each(["/", "/sandbox/ui", "/sandbox/ui/", "/sandbox/ui/index-a1b2.js"])(
  "where the page is not built, %s says how to build it",
  async (url) => {
    const app = Fastify();
    const told: object[] = [];
    app.addHook("onError", async (_request, _reply, error) => void told.push(error));
    tellThatPageIsNotBuilt(app);
    await app.inject({ url, headers: { accept: "text/html" } });
    expect(told).toMatchObject([
      { view: { type: "route-unknown", message: expect.stringContaining("npm run build:ui") } },
    ]);
  },
);

test("a browser that opens the root is led to the page, and no other client is", async () => {
  const app = serverWithPage();
  const browser = await app.inject({ url: "/?from=banner", headers: { accept: "text/html,*/*;q=0.8" } });
  expect([browser.statusCode, browser.headers.location]).toEqual([303, "sandbox/ui/"]);
  expect((await app.inject({ url: "/", headers: { accept: "application/json" } })).statusCode).toBe(404);
  expect((await app.inject({ url: "/v1", headers: { accept: "text/html" } })).statusCode).toBe(404);
  expect((await app.inject({ url: "/", method: "POST", headers: { accept: "text/html" } })).statusCode).toBe(404);
});

test("the document is asked for again each time, what it names never, and every answer has the policy", async () => {
  const app = serverWithPage();
  const document = await app.inject("/sandbox/ui/");
  expect(document.headers).toMatchObject({ "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" });
  const asset = await app.inject("/sandbox/ui/index-a1b2.js");
  expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  for (const { headers } of [document, asset]) {
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; script-src 'self'; .*trusted-types 'none'$/,
    );
  }
  expect((await app.inject("/sandbox/ui/notes.txt")).statusCode).toBe(404);
});

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip;q=0.5", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["identity", undefined, (bytes: Buffer) => bytes],
  ["br;q=0.0", undefined, (bytes: Buffer) => bytes],
])("who accepts %s gets %s", async (accepted, encoding, decode) => {
  const headers = { "accept-encoding": accepted };
  const answer = await serverWithPage().inject({ url: "/sandbox/ui/index-a1b2.js", headers });
  expect(answer.headers["content-encoding"]).toBe(encoding);
  expect(decode(answer.rawPayload).toString()).toBe(script);
});

test("a file that could not be read once is read again", async () => {
  const folder = folderWithPage();
  const file = readPage(folder)?.get("index-a1b2.js");
  const [path, elsewhere] = [new URL("index-a1b2.js", folder), new URL("elsewhere", folder)];
  renameSync(path, elsewhere);
  await expect(file?.encoded("br")).rejects.toThrow("ENOENT");
  renameSync(elsewhere, path);
  expect(await file?.encoded("br")).toMatchObject({ encoding: "br" });
});
