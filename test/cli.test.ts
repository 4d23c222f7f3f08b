import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { asker } from "../src/client/connection.ts";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { atFreePort } from "./free-port.ts";
import { request } from "./hostile/connection.ts";
import { Account } from "./rules/account.ts";
import { RunningSaldo, runSaldo } from "./running-saldo.ts";

const folder = folderOfTests();

describe("saldo start", () => {
  test("says first that worlds are forgotten, then address, key, store and documents, and logs no request", async () => {
    await using running = new RunningSaldo(["--fixture", "busy"]);
    const address = await running.address();
    await running.shows(/documents.*\n/);
    const lines = running.output.split("\n").filter((line) => !line.startsWith("{"));
    expect(lines[0]).toBe("Saldo stores its worlds in memory. They are lost when it stops.");
    expect(running.output).toContain("X-API-KEY: sandbox-key, sandbox-key-2, sandbox-key-3");
    expect(running.output).toContain("store      memory");
    const world = await asker({ url: address, apiKey: "sandbox-key" })("GET", "/sandbox/world");
    expect(running.output).toContain(`  seed       ${world.text("seed")}, drawn\n`);
    const [start = "", ...more] = running.stdout.split("\n");
    expect(more).toEqual([""]);
    expect(JSON.parse(start)).toMatchObject({
      msg: "the sandbox answers",
      address,
      store: "memory",
      world: "fixture busy, clock running",
      apiKeys: ["sandbox-key", "sandbox-key-2", "sandbox-key-3"],
      seed: world.text("seed"),
      isSeedDrawn: true,
    });
    expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${address}/sandbox/openapi.json`)).status).toBe(200);
    const headers = { "x-api-key": "sandbox-key-3" };
    expect((await fetch(`${address}/account-balance`, { headers })).status).toBe(200);
    expect(await running.stop()).toBe(0);
    expect(running.output).not.toContain("/account-balance");
  });

  test("begins from a generated fixture, warns who can reach it, and shows no key of one's own", async () => {
    const file = join(folder, "many.yaml");
    const words = ["fixture", "--charges", "200", "--seed", "7", "--companies", "3"];
    const first = await commandInProcess(words);
    await commandInProcess([...words, "--output", file]);
    expect(await readFile(file, "utf8")).toBe(first.stdout);
    await using running = new RunningSaldo(["--fixture", file], { HOST: "0.0.0.0", SALDO_API_KEY: "my-key" });
    const port = await running.shows(/address +http:\/\/0\.0\.0\.0:(\d+) /);
    await running.shows(/documents.*\n/);
    const headers = { "x-api-key": "my-key-3" };
    expect((await fetch(`http://127.0.0.1:${port}/account-balance`, { headers })).status).toBe(200);
    expect(await running.stop("SIGINT")).toBe(0);
    expect(running.output).toMatch(/^warning: other machines can reach .* set SALDO_ADMIN_TOKEN, or/m);
    expect(running.output).toContain("the one that is set with --api-key (SALDO_API_KEY), and with -2 to -3 behind it");
    expect(running.output).not.toContain("my-key");
    // One-time codes are derived from the seed.
    expect(running.output).toContain("  seed       drawn; GET /sandbox/world shows it\n");
  });

  test("takes variables as well as flags, answers as an overlay says, and logs requests without keys and codes", async () => {
    const file = join(folder, "overlay.yaml");
    const text = `overlay: 1.0.0
info: { title: Another status, version: "1" }
actions:
  - target: $.components.responses.Initiated
    update: { description: Opened. }
  - target: $.components.schemas.Nothing
    update: { description: Nowhere. }
`;
    await writeFile(file, text);
    await using running = new RunningSaldo(
      ["--start-at", "2027-01-01T00:00:00Z", "--overlay", file, "--log-requests"],
      {
        SALDO_CLOCK: "frozen",
        SALDO_START_AT: "2026-01-01T00:00:00Z",
        SALDO_SEED: "variables",
        SALDO_API_KEY: "from-variable",
        SALDO_HOSTS: "saldo.acme.dev, sandbox.acme.dev",
      },
    );
    const url = await running.address();
    const headers = ["x-api-key: from-variable"];
    const wanted = { method: "GET", target: "/sandbox/world", host: "sandbox.acme.dev", headers };
    const now = "2027-01-01T00:00:00.000Z";
    expect(JSON.parse((await request(url, wanted)).text)).toMatchObject({
      seed: "variables",
      now,
      clock: { mode: "frozen" },
    });
    const account = new Account(asker({ url, apiKey: "from-variable" }));
    const initiated = await account.initiate(5_000);
    expect(initiated.at("message")).toBe("Opened.");
    const withdrawId = initiated.text("data.withdrawId");
    const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
    const code = await account.code(withdrawId);
    await account.confirm(withdrawId, wrong);
    await account.confirm(withdrawId, code);
    const line = await running.shows(/.*"otp-incorrect".*/);
    await running.stop();
    expect(JSON.parse(line)).toMatchObject({
      method: "POST",
      path: "/account-balance/withdraw/confirm",
      status: 422,
      outcome: "otp-incorrect",
      worldId: "default",
    });
    expect(running.output).toMatch(/warning: .*overlay\.yaml:\d+:\d+: .*Nothing/);
    const requests = running.output.split("\n").filter((text) => text.includes('"msg":"request"'));
    expect(requests.length).toBeGreaterThan(2);
    for (const request of requests) expect(request).toMatch(/"durationMs":\d+(\.\d{1,3})?,/);
    for (const secret of ["from-variable", code]) expect(requests.join()).not.toContain(secret);
  });

  test("has only JSON on standard output, with --quiet no banner, and with --log silent nothing at all", async () => {
    await using noisy = new RunningSaldo(["--log-requests", "--quiet", "--seed", "own"], { SALDO_API_KEY: "my-key" });
    const address = await noisy.shows(/"address":"([^"]+)"/);
    await fetch(`${address}/sandbox/health`);
    await noisy.shows(/"healthy".*\n/);
    expect(await noisy.stop()).toBe(0);
    const [start, ...others] = noisy.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(others.map(({ msg }) => msg)).toEqual(["request"]);
    // Who reads the log must not learn what codes are derived from.
    for (const name of ["apiKeys", "seed", "isSeedDrawn"]) expect(start).not.toHaveProperty(name);
    expect(noisy.output).not.toMatch(/my-key|"own"/);

    await using silent = await atFreePort(async (port) => {
      const started = new RunningSaldo(["--log", "silent", "--port", String(port)]);
      const args = ["health", "--url", `http://127.0.0.1:${port}`, "--wait", "60"];
      const ended = started.ended().then(() => Promise.reject(new Error(started.output)));
      expect((await Promise.race([commandInProcess(args), ended])).code).toBe(0);
      ended.catch(() => undefined);
      return started;
    });
    expect(await silent.stop()).toBe(0);
    expect(silent.output).toBe("");
  });

  test.each([
    ["--port http", "Allowed is a whole number (0 is any free port) from 0 to 65535."],
    ["PORT=70000", "Allowed is a whole number (0 is any free port) from 0 to 65535."],
    ["--store postgres", "Allowed is lowdb, memory, or an address such as postgres://"],
    ["SALDO_WEBHOOK_URLS=STRICT", "Allowed choices are strict, any."],
    ["--start-at 2026-13-02T12:00:00Z", "like 2026-03-02T12:00:00Z; there is no such day or time, or"],
    ["--api-key é", "--api-key (SALDO_API_KEY) is not usable. Allowed are 1 to 512 visible ASCII characters without"],
    ["--fixture nope", "allowed: automatic-withdrawal, busy,"],
    ["--overlay missing.yaml", "the overlay missing.yaml cannot be read: ENOENT: there is no such file"],
    ["SALDO_HOSTS=saldo.acme.dev,saldo.acme.dev:4400", '"saldo.acme.dev:4400" is not a host name.'],
    ["--hosts *.acme.dev", '"*.acme.dev" is not a host name. Allowed is a list of names without scheme, port,'],
    ["--routes hooks.acme.dev", "--routes (SALDO_ROUTES) is not usable. Route 1 does not lead to http:// or https://"],
    ["SALDO_ROUTES=a.dev=http://x,b,c.dev=http://y", "Allowed is a list such as"],
    ["SALDO_ROUTES=a.dev=http://x;b.dev=http://y", "Allowed is a list such as"],
    ["--world README.md", "the save-file README.md is not usable: it is not valid JSON"],
    ["--history 999", "Allowed is a whole number from 1000 to 999999999."],
    ["SALDO_CLOKC=frozen", "error: the variable SALDO_CLOKC is unknown. Did you mean SALDO_CLOCK?"],
  ])("refuses %s in one line that says what is allowed", async (given, message) => {
    const [, variable, value = ""] = /^([A-Z_]+)=(.*)$/.exec(given) ?? [];
    const [words, variables] = variable === undefined ? [given.split(" "), {}] : [[], { [variable]: value }];
    const { code, stdout, stderr } = await commandInProcess(["start", ...words], variables);
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain(message);
  });

  test("ends a process of its own with the same line and status", async () => {
    const words = ["start", "--port", "http"];
    const inProcess = await commandInProcess(words);
    expect(inProcess.code).toBe(1);
    expect(await runSaldo(words)).toEqual(inProcess);
  });

  test("names file, line and column of what is wrong in a fixture", async () => {
    const file = join(folder, "wrong.yaml");
    await writeFile(file, "companies:\n  - name: Padaria\n    balance: -5\n");
    const { code, stderr } = await commandInProcess(["start", "--fixture", file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*wrong\.yaml:3:\d+: .*balance|^error: .*wrong\.yaml:3:\d+: /);
  });
});

test.each([
  ["", "error: --charges and --seed are missing; see --help\n"],
  ["--charges 5", "error: --seed is missing; see --help\n"],
])("saldo fixture names all that is missing in: %s", async (words, stderr) => {
  expect(await commandInProcess(["fixture", ...words.split(" ").filter(Boolean)])).toEqual({
    code: 1,
    stdout: "",
    stderr,
  });
});
