import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { stringify } from "yaml";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { temporaryFolder } from "../drill/temporary-folder.ts";
import { request } from "../hostile/connection.ts";
import { main, RunningSaldo } from "../running-saldo.ts";
import { sandboxOfTests } from "../sandbox-of-tests.ts";
import { Agent } from "./agent.ts";
import { TASKS } from "./tasks.ts";

const sandbox = await sandboxOfTests();

const MAX_TOOLS = 16;
const MAX_CALLS = 8;

describe.each([
  ["stdio", () => Agent.overStdio("--url", sandbox.url, "--api-key", sandbox.apiKey), TASKS],
  ["HTTP", () => Agent.overHttp(sandbox), TASKS.filter(({ isLocal }) => isLocal !== true)],
] as const)("over %s", (_name, connected, tasks) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connected();
  });
  afterAll(() => agent[Symbol.asyncDispose]());

  test.for(tasks)("$question", async ({ before, play }) => {
    await using world = await sandbox.world();
    await before?.(world);
    let calls = 0;
    await play((tool, given) => {
      calls += 1;
      return agent.call(tool, { apiKey: world.apiKey, ...given });
    }, world);
    expect(calls).toBeLessThanOrEqual(MAX_CALLS);
  });

  test("errors say what is allowed, and what to do next", async () => {
    await expect(agent.call("advance_clock", { by: "soon" })).rejects.toThrow(/duration such as PT5M.*got "soon"/);
    await expect(agent.call("advance_clock", { until: "x" })).rejects.toThrow("allowed: `by`, `to`, `apiKey`");
    await expect(agent.call("read_balance", { apiKey: "x" })).rejects.toThrow("Call open_world");
    await expect(agent.call("read_balanse")).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/There is no tool read_balanse; is it read_balance\?$/),
    });
    const settle = agent.call("call", { operation: "settleWithdrawal", with: { outcome: "FAILED" } });
    await expect(settle).rejects.toThrow("withdrawId is missing. settleWithdrawal takes:\n- withdrawId (string)");
  });
});

test("without a key, an agent opens a world and goes on with its key", async () => {
  await using agent = await Agent.overHttp({ url: sandbox.url, apiKey: null });
  await expect(agent.call("read_balance")).rejects.toThrow("Call open_world");
  await using shared = await startSandbox({ adminToken: "of the operator" });
  await using stranger = await Agent.overHttp({ url: shared.url, apiKey: null });
  await expect(stranger.call("open_world")).rejects.toThrow(/Bearer <token>\. \(401 ADMIN_REQUIRED\)$/);
  const [apiKey = ""] = /sk_sandbox_\S+/.exec(await agent.call("open_world")) ?? [];
  expect(await agent.call("read_balance", { apiKey })).toContain("R$ 1.500,00");
});

test("what a server cannot do is not offered, and what an agent cannot read is told in a sentence", async () => {
  await using stranger = await Agent.overHttp({ url: sandbox.url, apiKey: null });
  const none = { listChanged: false };
  expect(stranger.client.getServerCapabilities()).toEqual({ tools: none, resources: none });
  const story = stranger.client.readResource({ uri: "saldo://story" });
  await expect(story).rejects.toThrow(/^Send the company's API key as X-API-KEY\..* \(401 UNAUTHORIZED\)$/);
});

test("an agent whose key is not known reads the public one where the sandbox has it", async () => {
  await using saldo = new RunningSaldo([]);
  await using agent = await Agent.overHttp({ url: await saldo.address(), apiKey: "sandbox-key" });
  const unknown = agent.call("read_balance", { apiKey: "another" });
  await expect(unknown).rejects.toThrow("The default key of this sandbox is sandbox-key. Call open_world");
});

test("without an address, saldo mcp has a sandbox of its own, with at most 16 tools and the pages to read", async () => {
  await using agent = await Agent.overStdio();
  const { tools } = await agent.client.listTools();
  expect(tools.length).toBeLessThanOrEqual(MAX_TOOLS);
  expect(await agent.call("open_world")).toMatch(/^The application calls http:\/\/127\.0\.0\.1:\d+ with a key/m);
  const { resources } = await agent.client.listResources();
  expect(resources).toContainEqual(expect.objectContaining({ uri: "saldo://docs/drill.md", description: "The drill" }));
  const read = async (uri: string) => JSON.stringify((await agent.client.readResource({ uri })).contents);
  expect(await read("saldo://story")).toContain("world created");
  expect(await read("saldo://interface")).toContain("/account-balance/withdraw");
  await expect(read("saldo://docs/../package.json")).rejects.toThrow("not found");
});

test("an advance ends when the agent that asked for it disconnects, and nothing is logged as an error", async () => {
  await using world = await sandbox.world();
  using logged = vi.spyOn(console, "error");
  const { subscriptionId } = await world.subscriptions.create({ amountCents: 1_000, interval: "P1D" });
  await world.subscriptions.authorize(subscriptionId);
  const agent = await Agent.overHttp(world);
  const now = async () => (await world.clock.read()).now;
  const startedAt = await now();
  const asked = agent.call("advance_clock", { to: "9999-12-31T00:00:00.000Z" });
  while ((await now()) === startedAt) await nextTurn();
  await agent[Symbol.asyncDispose]();
  await expect(asked).rejects.toThrow();
  await expect
    .poll(() =>
      world.clock.set({ mode: "frozen" }).then(
        () => "set",
        () => "advancing",
      ),
    )
    .toBe("set");
  expect(logged).not.toHaveBeenCalled();
  expect((await now()) < "9999").toBe(true);
});

test("what an agent reads of the balance is no call of the application, and meets none of its faults", async () => {
  await using world = await sandbox.world();
  await using agent = await Agent.overHttp(world);
  await world.faults.add({ kind: "reset", operationId: "getBalance" });
  expect(await agent.call("read_balance")).toMatch(
    /available +R\$ 1\.500,00\nreserved +R\$ 250,00\n.*\nchg_\w+ +R\$ 250,00/s,
  );
  expect(await world.history.requests()).toEqual([]);
});

test("call reaches both operations of a name, and a world, a preset and routes can be given as a whole", async () => {
  await using world = await sandbox.world();
  await using agent = await Agent.overHttp(world);
  const routes = { "hooks.acme.dev": "http://127.0.0.1:3000" };
  await agent.call("call", { operation: "setRoutes", with: routes });
  expect((await world.routes.read()).routes).toEqual(routes);
  expect(await agent.call("call", { operation: "platform.listWebhooks" })).toMatch(/^HTTP 200\n.*\/webhook'/s);
  expect(await agent.call("call", { operation: "listWebhooks" })).toContain("/sandbox/webhooks'");
  const fault = { kind: "reset", operationId: "getBalance" };
  expect(await agent.call("apply_preset", { preset: { faults: [fault] } })).toContain("faults added  1");
  expect(await agent.call("open_world", { fixture: { companies: [{ balance: 5 }] } })).toContain("sk_sandbox_");
});

test("saldo mcp and its own sandbox end with a message that is too long to be read", async () => {
  const saldo = spawn(process.execPath, [main, "mcp"], { stdio: ["pipe", "ignore", "pipe"] });
  onTestFinished(() => void saldo.kill("SIGKILL"));
  saldo.stdin.on("error", () => undefined).write(Buffer.alloc(11 * 1024 * 1024, "x"));
  const told = saldo.stderr.toArray();
  expect(await once(saldo, "exit")).toEqual([0, null]);
  expect(String(await told)).toContain("exceeded maximum size");
});

test("saldo mcp tells in one line what is no message of the protocol, and goes on", async () => {
  const saldo = spawn(process.execPath, [main, "mcp"], { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void saldo.kill("SIGKILL"));
  saldo.stdin.end('{"hello":1}\n{"jsonrpc":"2.0","id":5,"method":"ping"}\n');
  const [answer, told] = [saldo.stdout.toArray(), saldo.stderr.toArray()];
  expect(await once(saldo, "exit")).toEqual([0, null]);
  expect(String(await answer)).toContain('"id":5');
  expect(String(await told)).toBe("warning: a message of the agent is no JSON-RPC 2.0, and is left out\n");
});

test("a drill leaves no application behind when its agent goes", async () => {
  await using folder = await temporaryFolder();
  const [file = "", pid = ""] = ["drill.yaml", "pid"].map((name) => join(folder.path, name));
  const drill = { start: `echo $$ > ${pid}; exec sleep 600`, ready: "GET http://127.0.0.1:1", books: "command:true" };
  await writeFile(file, stringify({ ...drill, acts: { pay: { do: "command:true" } } }));
  const isRunning = async () => {
    try {
      return process.kill(Number(await readFile(pid, "utf8")), 0);
    } catch {
      return false;
    }
  };
  const agent = await Agent.overStdio("--url", sandbox.url, "--api-key", sandbox.apiKey);
  const drilled = expect(agent.call("drill", { file })).rejects.toThrow("Connection closed");
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(true);
  await agent[Symbol.asyncDispose]();
  await drilled;
  await expect.poll(isRunning, { timeout: 20_000 }).toBe(false);
});

test("a long history is told in parts, each of which says where it goes on", async () => {
  await using world = await sandbox.world({ fixture: "no-retention" });
  await using agent = await Agent.overHttp(world);
  for (let paid = 0; paid < 30; paid += 1) await world.charges.create({ total: 100, paid: true });
  const first = await agent.call("explain", { after: 0 });
  const [, after = ""] = /^… There is more after (\d+)\.$/m.exec(first) ?? [];
  const second = await agent.call("explain", { after: Number(after) });
  const positions = [first, second].flatMap((text) => [...text.matchAll(/^\d+/gm)].map(Number));
  expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other));
  expect(positions.at(-1)).toBeGreaterThan(Number(after));
});

test("an answer ends its connection for a client that asks for it", async () => {
  const headers = ["content-type: application/json", "accept: application/json, text/event-stream"];
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const answer = await request(sandbox.url, { method: "POST", target: "/sandbox/mcp", headers, body });
  expect(answer).toMatchObject({ status: 200, headers: { connection: "close" } });
});

test("secrets are shown where they are asked for, and nowhere else", async () => {
  await using world = await sandbox.world();
  await using agent = await Agent.overHttp(world);
  const given = { url: "https://hooks.acme.dev/saldo", name: "shop", events: ["charge.paid"] };
  const [secret = "none"] =
    /whsec_\w+/.exec(await agent.call("call", { operation: "createWebhook", with: given })) ?? [];
  const listed = await agent.call("call", { operation: "listWebhooks" });
  expect(listed).toContain('"secret":"[redacted]"');
  expect(listed).toContain('-H "X-API-KEY: $SALDO_API_KEY"');
  const otpCode = "481516";
  await world.settings.change({ otpCode });
  await agent.call("call", { operation: "initiateWithdrawal", with: { value: 10_000 } });
  const events = await agent.call("call", { operation: "listEvents", with: { order: "newest", limit: 5 } });
  for (const text of [listed, events, await agent.call("explain")]) {
    expect([secret, otpCode].filter((one) => text.includes(one))).toEqual([]);
    expect(text).not.toContain(world.apiKey);
  }
  const withKey = { operation: "approveWithdrawal", with: { withdrawId: world.apiKey } };
  expect(await agent.call("call", withKey)).toContain("/sandbox/withdrawals/[redacted]/approve'");
});
