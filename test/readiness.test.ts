import { Agent, request } from "undici";
import { describe, expect, test } from "vitest";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { RunningSaldo } from "./running-saldo.ts";

describe("GET /sandbox/ready", () => {
  test("is ready while the sandbox answers everything", async () => {
    await using sandbox = await startSandbox();
    const { status, body } = await sandbox.as(null)("GET", "/sandbox/ready");
    expect([status, body]).toEqual([200, { status: "ready", version: expect.any(String) }]);
  });

  test("says after SIGTERM that the process shuts down, while no request fails and connections close", async () => {
    await using saldo = new RunningSaldo(["--drain", "3"]);
    const address = await saldo.address();
    await using stack = new AsyncDisposableStack();
    const client = stack.adopt(new Agent({ connections: 1 }), (agent) => agent.close());
    const ask = (path: string) => {
      return request(address + path, { dispatcher: client, headers: { "x-api-key": "sandbox-key" } });
    };
    const ready = await ask("/sandbox/ready");
    await ready.body.dump();
    expect(ready.statusCode).toBe(200);
    saldo.child.kill("SIGTERM");
    let last = ready;
    while (last.statusCode === 200) {
      last = await ask("/sandbox/ready");
      if (last.statusCode === 200) await last.body.dump();
    }
    expect(last.statusCode).toBe(503);
    expect(await last.body.json()).toMatchObject({ code: "NOT_READY", reasons: [{ reason: "draining" }] });
    const balance = await ask("/account-balance");
    await balance.body.dump();
    expect([balance.statusCode, balance.headers.connection]).toEqual([200, "close"]);
    expect(await saldo.ended()).toBe(0);
  });
});
