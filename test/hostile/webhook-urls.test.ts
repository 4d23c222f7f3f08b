import { expect, test } from "vitest";
import { Courier } from "../../src/outbound/courier.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { expectUnchanged } from "./world.ts";

// Whatever is registered here, nothing of it is ever looked up or connected to.
const sandbox = await sandboxOfTests({
  courier: new Courier({ egress: "routes", lookup: () => expect.fail("looked up") }),
});

const create = (url: string) => sandbox.ask("POST", "/webhook", { url, name: "A", events: ["charge.paid"] });

// Every URL that is refused, and by which rule: src/domain/webhook-url.test.ts.
test.each([
  ["http://localhost:3000/", "localhost"],
  ["https://ann:hunter2@hooks.acme.dev/", "credentials"],
  ["http://2130706433/", "special-address"],
])("a strict world does not accept %s at any door, and says why and what to do instead", async (url, rule) => {
  const webhookId = (await create("https://hooks.acme.dev/saldo")).text("data.webhookId");
  await expectUnchanged(sandbox, async () => {
    const created = await create(url);
    const changed = await sandbox.ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url });
    expect([created.status, created.at("data.rule"), changed.status, changed.at("rule")]).toEqual([
      ...[422, rule],
      ...[422, rule],
    ]);
    for (const message of [created.text("message"), changed.text("detail")]) {
      expect(message).toMatch(/^The URL is refused: .{10,}\. .*PUT \/sandbox\/routes \{/);
      expect(message.length).toBeLessThan(400);
    }
  });
});
