import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { Courier } from "../../src/outbound/courier.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { positionOf } from "./world.ts";

interface Vector {
  readonly url: string;
  readonly verdict: "accept" | "reject";
  readonly rule?: string;
  readonly why: string;
}

const path = new URL("../../fixtures/vectors/webhook-urls.json", import.meta.url);
const vectors: Vector[] = JSON.parse(readFileSync(path, "utf8"));
const bad = vectors.filter(({ verdict }) => verdict === "reject");
const good = vectors.filter(({ verdict }) => verdict === "accept");
/** Rules for what nobody could post to; they hold whatever the policy. */
const always = ["malformed", "scheme", "credentials"];

let sandbox: SaldoWorld;
beforeAll(async () => {
  // Whatever is registered here, nothing of it is ever looked up or connected to.
  sandbox = await startSandbox({ courier: new Courier({ egress: "routes", lookup: () => expect.fail("looked up") }) });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const create = (url: string) => sandbox.ask("POST", "/webhook", { url, name: "A", events: ["charge.paid"] });

async function newWebhook(): Promise<string> {
  return (await create("https://hooks.acme.dev/saldo")).text("data.webhookId");
}

function isNoText(url: string): boolean {
  return url === "" || /[\p{Cc}\p{Cs}]/u.test(url);
}

/** The refusal, as both planes give it: status and rule, and what the message says. */
function refusalOf(answer: Awaited<ReturnType<typeof create>>, at: "data." | "", text: string) {
  return { status: answer.status, rule: answer.at(`${at}rule`), message: answer.text(text) };
}

describe("a strict world", () => {
  test("there are vectors of every verdict", () => {
    expect([bad.length > 100, good.length > 50]).toEqual([true, true]);
    expect(bad.every(({ rule }) => rule !== undefined)).toBe(true);
  });

  test("accepts none of the bad URLs, at no door, and says why and what to do instead", async () => {
    const webhookId = await newWebhook();
    const before = await positionOf(sandbox);
    for (const { url, rule, why } of bad) {
      const what = `${JSON.stringify(url)}: ${why}`;
      const changed = await sandbox.ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url });
      const refusals = [refusalOf(await create(url), "data.", "message"), refusalOf(changed, "", "detail")];
      // What is no text, or holds a control character, is not even looked at.
      const expected = isNoText(url) ? { status: 400 } : { status: 422, rule };
      for (const { status, rule: named, message } of refusals) {
        expect({ what, status, rule: named }).toEqual({ what, ...expected });
        if (status !== 422) continue;
        expect(message).toMatch(/^The URL is refused: .{10,}\. .*PUT \/sandbox\/routes \{/);
        expect(message.length).toBeLessThan(400);
      }
    }
    expect(await positionOf(sandbox)).toBe(before);
  });

  test("refuses none of the good URLs, and keeps them as they were given", async () => {
    const webhookId = await newWebhook();
    for (const { url, why } of good) {
      const made = await create(url);
      expect([why, made.status, made.at("data.url")]).toEqual([why, 201, url]);
      const changed = await sandbox.ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url });
      expect([why, changed.status, changed.at("url")]).toEqual([why, 200, url]);
    }
  });

  test("judges no URL again that is not given again", async () => {
    const webhookId = await newWebhook();
    await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "any" });
    const loopback = await sandbox.ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url: "http://127.0.0.1:3000/" });
    await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "strict" });
    const named = await sandbox.ask("PATCH", `/sandbox/webhooks/${webhookId}`, { name: "B" });
    const again = await sandbox.ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url: "http://127.0.0.1:3000/" });
    expect([loopback.status, named.status, again.status]).toEqual([200, 200, 422]);
  });

  test.each(["127.0.0.1", "localhost", "10.0.0.1", "[::1]", "hooks.local"])(
    "does not accept %s for the reason that a route leads from it",
    async (host) => {
      await sandbox.ask("PUT", "/sandbox/routes", { [host]: "http://127.0.0.1:9" });
      expect((await create(`http://${host}/`)).status).toBe(422);
      await sandbox.ask("PUT", "/sandbox/routes", {});
    },
  );
});

test("a world with webhookUrls any accepts every URL that can be posted to, and no other", async () => {
  await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "any" });
  for (const { url, rule = "", why } of vectors) {
    const expected = isNoText(url) ? 400 : always.includes(rule) ? 422 : 201;
    expect([url, why, (await create(url)).status]).toEqual([url, why, expected]);
  }
  await sandbox.ask("PATCH", "/sandbox/settings", { webhookUrls: "strict" });
});
