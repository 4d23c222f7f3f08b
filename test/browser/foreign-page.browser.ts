import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { readNamedFixture } from "../../src/engine/beginning/fixture/fixture-files.ts";
import { Courier } from "../../src/outbound/courier.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { createSandbox } from "../../src/sandbox.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { startBrowser } from "./browser.ts";

const script = readFileSync(new URL("hostile-page.js", import.meta.url), "utf8");
const html = `<!doctype html><title>Kittens</title><body><script>${script}</script></body>`;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser(["evil.example"]);
});
afterAll(() => browser?.close());

/** A web site; whatever is asked for, it answers with the hostile page. */
const startSite = () =>
  startReceiver({ status: 200, headers: { "content-type": "text/html", connection: "close" }, body: html });

/** A sandbox with one world, which also tells by which way it was asked for something, and how it answered. */
async function startSandbox(port = 0) {
  const sandbox = await createSandbox({
    store: new MemoryStore(),
    courier: new Courier({ egress: "routes" }),
    fixture: () => readNamedFixture("default"),
  });
  onTestFinished(() => sandbox.close());
  const answered = new Map<string, number>();
  sandbox.server.server.on("request", (request, response) => {
    const [, way] = /way=([\w-]+)/.exec(request.url ?? "") ?? [];
    response.on("finish", () => way && answered.set(way, response.statusCode));
  });
  const url = await sandbox.server.listen({ port, host: "127.0.0.1" });
  const world = await new SaldoClient({ url, apiKey: null }).world();
  const state = async () => ({
    world: (await world.ask("GET", "/sandbox/world")).body,
    worlds: sandbox.worlds.list().length,
    webhooks: (await world.ask("GET", "/sandbox/webhooks")).body,
  });
  return { url, apiKey: world.apiKey, answered, state };
}

async function openPage(url: string): Promise<Page> {
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(url);
  return page;
}

/** Calls of a page to its own origin: one that only reads for each document, and what would do harm. */
function callsWith(apiKey: string) {
  const webhook = { url: "http://127.0.0.1:1/internal", name: "A", events: ["charge.paid"] };
  return [
    ["GET", "/account-balance", apiKey],
    ["GET", "/sandbox/worlds", apiKey],
    ["GET", "/%73andbox/worlds", apiKey],
    ["GET", "/sandbox/deliveries", apiKey],
    ["GET", "/openapi.json", apiKey],
    ["PATCH", "/sandbox/settings", apiKey, { webhookUrls: "any" }],
    ["POST", "/webhook", apiKey, webhook],
    ["POST", "/sandbox/charges", apiKey, { total: 100 }],
    ["POST", "/sandbox/worlds", apiKey, {}],
  ];
}

test("a page whose name is resolved to the sandbox afterwards reads and changes nothing", async () => {
  const site = await startSite();
  const page = await openPage(`http://evil.example:${site.port}/`);
  await site[Symbol.asyncDispose]();
  const sandbox = await startSandbox(site.port);
  const before = await sandbox.state();
  const calls = callsWith(sandbox.apiKey);
  const statuses = await page.evaluate(`attack.fromHere(${JSON.stringify(calls)})`);
  expect(statuses).toEqual(calls.map(() => 421));
  expect(await sandbox.state()).toEqual(before);
});

test.each([
  ["at another port", "127.0.0.1", "/sandbox/worlds"],
  ["at another name of this machine", "localhost", "/%73andbox/events/stream"],
  ["of the internet", "evil.example", "/sandbox/openapi.json"],
])("a page %s reads and changes nothing", async (_where, host, path) => {
  await using site = await startSite();
  const sandbox = await startSandbox();
  const before = await sandbox.state();
  const page = await openPage(`http://${host}:${site.port}/`);
  const ways: string[] = await page.evaluate("attack.ways");
  const nothing = Object.fromEntries(ways.map((way) => [way, null]));
  const attack = (target: string) => page.evaluate(`attack.fromElsewhere("${sandbox.url}${target}")`);
  expect(await attack(path)).toEqual(nothing);
  // A beacon does not tell its page when it has arrived.
  while (ways.some((way) => !sandbox.answered.has(way))) await new Promise(setImmediate);
  expect(Object.fromEntries(sandbox.answered)).toEqual(Object.fromEntries(ways.map((way) => [way, 403])));
  expect(await attack("/account-balance")).toEqual(nothing);
  expect(await sandbox.state()).toEqual(before);
});

test("a page of the sandbox's own origin is answered", async () => {
  const sandbox = await startSandbox();
  const page = await openPage(`${sandbox.url}/sandbox/health`);
  await page.addScriptTag({ content: script });
  const calls = [
    ["GET", "/sandbox/world", sandbox.apiKey],
    ["POST", "/sandbox/charges", sandbox.apiKey, { total: 100 }],
  ];
  expect(await page.evaluate(`attack.fromHere(${JSON.stringify(calls)})`)).toEqual([200, 201]);
});
