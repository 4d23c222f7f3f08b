import { describe, expect, it } from "vitest";
import { hookHost } from "./account.ts";
import { startCheckedSandbox, startHookedSandbox } from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";

describe("routes to receivers", () => {
  it("are none at first, and are replaced as a whole; hosts and targets are shown in their one spelling", async () => {
    await using sandbox = await startCheckedSandbox();
    const { ask } = sandbox;
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

  it("that cannot be are refused, each named by its host, and the others stay", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    await account.routes({ [hookHost]: "http://127.0.0.1:3000" });
    const bad = {
      "hooks.acme.dev/path": "http://127.0.0.1:1",
      "hooks.acme.dev:8080": "http://127.0.0.1:1",
      "user@hooks.acme.dev": "http://127.0.0.1:1",
      "a.acme.dev": "http://127.0.0.1:1/path",
      "b.acme.dev": "http://127.0.0.1:1?query",
      "c.acme.dev": "ftp://127.0.0.1",
      "d.acme.dev": "127.0.0.1:3000",
      "e.acme.dev": "http://user:password@127.0.0.1",
    };
    const refused = await ask("PUT", "/sandbox/routes", { ...bad, "good.acme.dev": "http://127.0.0.1:1" });
    expect(refused.status).toBe(422);
    expect(refused.at("code")).toBe("VALUE_NOT_ALLOWED");
    expect(rowsOf(refused, "problems").map(({ at }) => at)).toEqual(Object.keys(bad));
    const twice = { "A.acme.dev": "http://127.0.0.1:1", "a.acme.dev.": "http://127.0.0.1:2" };
    expect(rowsOf(await ask("PUT", "/sandbox/routes", twice), "problems")).toMatchObject([{ at: "a.acme.dev." }]);
    for (const malformed of [{ "a.acme.dev": 3000 }, { "a.acme.dev": "" }, { "": "http://127.0.0.1:1" }, []]) {
      const answer = await ask("PUT", "/sandbox/routes", malformed);
      expect([malformed, answer.status]).toEqual([malformed, 400]);
    }
    expect((await ask("GET", "/sandbox/routes")).at("routes")).toEqual({ [hookHost]: "http://127.0.0.1:3000" });
  });

  it("keep path and query, hold for every port and spelling of the host, and from the next attempt on", async () => {
    await using sandbox = await startHookedSandbox(500);
    await using moved = await startHookedSandbox();
    const { account, receiver } = sandbox;
    await account.webhook(["charge.expired"], "https://HOOKS.acme.dev.:8443/a%20b//c/?q=%C3%A7&q=1&empty=");
    await account.charge({ total: 100, expiresIn: "PT1S" });
    await account.advance({ by: "PT1S" });
    await account.routes({ [hookHost]: moved.receiver.url });
    expect((await account.advance({ by: "PT5S" })).at("attempts")).toEqual({ made: 1, succeeded: 1, failed: 0 });
    for (const each of [receiver, moved.receiver]) {
      expect(each.requests.map(({ path }) => path)).toEqual(["/a%20b//c/?q=%C3%A7&q=1&empty="]);
    }
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

  it("need the admin token once one is set, as the setting webhookUrls any does", async () => {
    await using sandbox = await startCheckedSandbox({ adminToken: "secret-token" });
    const { ask } = sandbox;
    const authorization = { authorization: "Bearer secret-token" };
    const routes = { [hookHost]: "http://127.0.0.1:3000" };
    for (const [method, path, body] of [
      ["PUT", "/sandbox/routes", routes],
      ["PATCH", "/sandbox/settings", { webhookUrls: "any" }],
    ] as const) {
      const refused = await ask(method, path, body);
      expect(refused.status).toBe(403);
      expect(refused.at("code")).toBe("ADMIN_REQUIRED");
    }
    expect((await ask("GET", "/sandbox/routes")).at("routes")).toEqual({});
    expect((await ask("GET", "/sandbox/settings")).at("webhookUrls")).toBe("strict");
    expect((await ask("PATCH", "/sandbox/settings", { webhookUrls: "strict" })).status).toBe(200);
    expect((await ask("PUT", "/sandbox/routes", routes, authorization)).status).toBe(200);
    expect((await ask("PATCH", "/sandbox/settings", { webhookUrls: "any" }, authorization)).status).toBe(200);
  });
});
