import { describe, expect } from "vitest";
import { it, startHookedSandbox } from "./checked-sandbox.ts";

describe("routes to receivers", () => {
  it("are none at first, and are replaced as a whole; hosts and targets are shown in their one spelling", async ({
    ask,
  }) => {
    expect((await ask("GET", "/sandbox/routes")).at("routes")).toEqual({});
    const set = await ask("PUT", "/sandbox/routes", {
      "Hooks.ACME.dev.": "http://127.0.0.1:3000/",
      "münchen.acme.dev": "https://host.docker.internal:443",
      "203.0.113.7": "http://[::1]:8080",
    });
    expect(set.status).toBe(200);
    const routes = {
      "hooks.acme.dev": "http://127.0.0.1:3000",
      "xn--mnchen-3ya.acme.dev": "https://host.docker.internal",
      "203.0.113.7": "http://[::1]:8080",
    };
    expect(set.at("routes")).toEqual(routes);
    expect((await ask("GET", "/sandbox/routes")).body).toEqual({ routes, position: set.at("position") });
    await ask("PUT", "/sandbox/routes", { "other.acme.dev": "http://127.0.0.1:1" });
    expect((await ask("GET", "/sandbox/routes")).at("routes")).toEqual({ "other.acme.dev": "http://127.0.0.1:1" });
    expect((await ask("PUT", "/sandbox/routes", {})).at("routes")).toEqual({});
  });

  it("reach hosts and paths in any script", async () => {
    await using sandbox = await startHookedSandbox();
    const { account, receiver } = sandbox;
    await account.routes({ "münchen.acme.dev": receiver.url });
    const { webhookId } = await account.webhook(["charge.paid"], "https://MÜNCHEN.acme.dev/ü/ç?é=ñ#unsent");
    await account.testWebhook(webhookId);
    await account.quiet();
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/%C3%BC/%C3%A7?%C3%A9=%C3%B1"]);
  });
});
