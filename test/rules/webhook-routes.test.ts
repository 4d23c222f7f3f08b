import { expect } from "vitest";
import { it, startHookedSandbox } from "./checked-sandbox.ts";

it("routes to receivers reach hosts and paths in any script", async () => {
  await using sandbox = await startHookedSandbox();
  const { account, receiver } = sandbox;
  await account.routes({ "münchen.acme.dev": receiver.url });
  const { webhookId } = await account.webhook(["charge.paid"], "https://MÜNCHEN.acme.dev/ü/ç?é=ñ#unsent");
  await account.testWebhook(webhookId);
  await account.quiet();
  expect(receiver.requests.map(({ path }) => path)).toEqual(["/%C3%BC/%C3%A7?%C3%A9=%C3%B1"]);
});
