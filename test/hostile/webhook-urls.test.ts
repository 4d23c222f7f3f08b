import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Courier } from "../../src/outbound/courier.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { positionOf } from "./world.ts";

interface Vector {
  readonly url: string;
  readonly verdict: "accept" | "reject";
  readonly rule?: string;
  readonly why: string;
}

const path = new URL("../../fixtures/vectors/webhook-urls.json", import.meta.url);
const vectors: Vector[] = JSON.parse(readFileSync(path, "utf8"));
/** One for each rule, and all that are no text. The others: src/domain/webhook-url.test.ts. */
const bad = vectors.filter(({ verdict, url, rule }, i) => {
  const isFirst = vectors.findIndex((other) => other.verdict === "reject" && other.rule === rule) === i;
  return verdict === "reject" && (isFirst || isNoText(url));
});
// Whatever is registered here, nothing of it is ever looked up or connected to.
const sandbox = await sandboxOfTests({
  courier: new Courier({ egress: "routes", lookup: () => expect.fail("looked up") }),
});

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

  test.each(["127.0.0.1", "localhost", "10.0.0.1", "[::1]", "hooks.local"])(
    "does not accept %s for the reason that a route leads from it",
    async (host) => {
      await sandbox.ask("PUT", "/sandbox/routes", { [host]: "http://127.0.0.1:9" });
      expect((await create(`http://${host}/`)).status).toBe(422);
      await sandbox.ask("PUT", "/sandbox/routes", {});
    },
  );
});
