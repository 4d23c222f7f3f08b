import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { Agent } from "./agent.ts";

let sandbox: SaldoWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

describe.each([
  ["stdio", () => Agent.overStdio()],
  ["HTTP", () => Agent.overHttp(sandbox)],
])("over %s", (_name, connected) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connected();
  });
  afterAll(() => agent[Symbol.asyncDispose]());

  test("a world of its own is opened, read, and moved in time", async () => {
    const [apiKey = ""] = /sk_sandbox_\S+/.exec(await agent.call("open_world")) ?? [];
    expect(await agent.call("read_balance", { apiKey })).toMatch(/^available +R\$ 1\.500,00\nreserved +R\$ 250,00\n/);
    expect(await agent.call("advance_clock", { apiKey, by: "P30D" })).toMatch(/hold released {2}R\$ 250,00 /);
  });

  test("errors say what is allowed, and what to do next", async () => {
    await expect(agent.call("advance_clock", { by: "soon" })).rejects.toThrow(/duration such as PT5M .*got "soon"/);
    await expect(agent.call("advance_clock", { until: "x" })).rejects.toThrow("allowed: `by`, `to`, `apiKey`");
    await expect(agent.call("read_balance", { apiKey: "x" })).rejects.toThrow("Call open_world");
    await expect(agent.call("pay")).rejects.toThrow("There is no tool pay. Tools: open_world,");
  });
});

test("without a key, an agent opens a world and goes on with its key", async () => {
  await using agent = await Agent.overHttp({ url: sandbox.url, apiKey: null });
  await expect(agent.call("read_balance")).rejects.toThrow("Call open_world");
  const [apiKey = ""] = /sk_sandbox_\S+/.exec(await agent.call("open_world")) ?? [];
  expect(await agent.call("read_balance", { apiKey })).toContain("R$ 1.500,00");
});
