import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { commandInProcess } from "./command-in-process.ts";
import { request } from "./hostile/connection.ts";
import { main, RunningSaldo, runSaldo } from "./running-saldo.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saldo-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("saldo start", () => {
  test("says first that worlds are forgotten, then address, key, store and documents", async () => {
    const running = new RunningSaldo(["--fixture", "busy"]);
    const address = await running.shows(/address +(http:\S+)/);
    await running.shows(/documents.*\n/);
    expect(running.output.split("\n")[0]).toBe("Saldo keeps its worlds in memory: they are forgotten when it stops.");
    expect(running.output).toContain("X-API-KEY: sandbox-key, sandbox-key-2, sandbox-key-3");
    expect(running.output).toContain("store      memory");
    expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${address}/sandbox/openapi.json`)).status).toBe(200);
    const headers = { "x-api-key": "sandbox-key-3" };
    expect((await fetch(`${address}/account-balance`, { headers })).status).toBe(200);
    expect(await running.stop()).toBe(0);
  });

  test("shows the address that it really listens on, warns who can reach it, and shows no key of one's own", async () => {
    const running = new RunningSaldo(["--fixture", "busy"], { HOST: "0.0.0.0", SALDO_API_KEY: "my-key" });
    const port = await running.shows(/address +http:\/\/0\.0\.0\.0:(\d+) /);
    await running.shows(/documents.*\n/);
    const headers = { "x-api-key": "my-key-3" };
    expect((await fetch(`http://127.0.0.1:${port}/account-balance`, { headers })).status).toBe(200);
    expect(await running.stop("SIGINT")).toBe(0);
    expect(running.output).toMatch(/^warning: other machines can reach .* Set SALDO_ADMIN_TOKEN, or/m);
    expect(running.output).toContain("the one that is set with --api-key (SALDO_API_KEY), and with -2 to -3 behind it");
    expect(running.output).not.toContain("my-key");
  });

  test("takes variables as well as flags, and a flag before its variable", async () => {
    const running = new RunningSaldo(["--start-at", "2027-01-01T00:00:00Z"], {
      SALDO_CLOCK: "frozen",
      SALDO_START_AT: "2026-01-01T00:00:00Z",
      SALDO_SEED: "variables",
      SALDO_API_KEY: "from-variable",
      SALDO_HOSTS: "saldo.acme.dev, sandbox.acme.dev",
    });
    const address = await running.shows(/address +(http:\S+)/);
    const headers = ["x-api-key: from-variable"];
    const wanted = { method: "GET", target: "/sandbox/world", host: "sandbox.acme.dev", headers };
    const now = "2027-01-01T00:00:00.000Z";
    const { text } = await request(address, wanted);
    expect(JSON.parse(text)).toMatchObject({ seed: "variables", now, clock: { mode: "frozen" } });
    await running.stop();
  });

  test("logs no request elsewhere than on a terminal, and with --log-requests JSON without keys and codes", async () => {
    const silent = new RunningSaldo([]);
    await session(await silent.shows(/address +(http:\S+)/));
    await silent.stop();
    expect(silent.output).not.toContain("/account-balance");

    const logging = new RunningSaldo(["--log-requests"]);
    const code = await session(await logging.shows(/address +(http:\S+)/));
    const line = await logging.shows(/.*"otp-incorrect".*/);
    await logging.stop();
    expect(JSON.parse(line)).toMatchObject({
      method: "POST",
      path: "/account-balance/withdraw/confirm",
      status: 422,
      outcome: "otp-incorrect",
      worldId: "default",
    });
    const requests = logging.output.split("\n").filter((text) => text.startsWith("{"));
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.join()).not.toContain("sandbox-key");
    expect(requests.join()).not.toContain(code);
  });

  test.each([
    [["--port", "http"], {}, "Allowed is a whole number from 0 (any free port) to 65535."],
    [[], { PORT: "70000" }, "Allowed is a whole number from 0 (any free port) to 65535."],
    [[], { SALDO_CLOCK: "slow" }, "Allowed choices are running, frozen."],
    [["--store", "postgres"], {}, "Allowed choices are lowdb, memory."],
    [["--start-at", "yesterday"], {}, "Allowed is an instant such as 2026-03-02T12:00:00Z."],
    [["--start-at", "2026-13-02T12:00:00Z"], {}, "Allowed is an instant such as 2026-03-02T12:00:00Z."],
    [
      ["--api-key", "with space"],
      {},
      "--api-key (SALDO_API_KEY) is not usable. Allowed are 1 to 512 visible ASCII characters without spaces.",
    ],
    [["--seed", ""], {}, "Allowed are 1 to 64 characters, none of them a control character."],
    [["--log", "loud"], {}, "Allowed choices are silent, fatal, error, warn, info, debug."],
    [["--fixture", "nope"], {}, "allowed: automatic-withdrawal, busy,"],
    [["--overlay", "missing.yaml"], {}, "the overlay missing.yaml cannot be used"],
    [["--webhook-urls", "none"], {}, "Allowed choices are strict, any."],
    [[], { SALDO_WEBHOOK_URLS: "STRICT" }, "Allowed choices are strict, any."],
    [["--egress", "nowhere"], {}, "Allowed choices are internet, routes."],
    [[], { SALDO_EGRESS: "" }, "Allowed choices are internet, routes."],
    [
      ["--hosts", "https://saldo.acme.dev"],
      {},
      '"https://saldo.acme.dev" is not a host name. Allowed is a list of names',
    ],
    [[], { SALDO_HOSTS: "saldo.acme.dev, saldo.acme.dev:4400" }, '"saldo.acme.dev:4400" is not a host name.'],
    [
      ["--hosts", "*.acme.dev"],
      {},
      '"*.acme.dev" is not a host name. Allowed is a list of names without scheme, port,',
    ],
    [
      ["--routes", "hooks.acme.dev"],
      {},
      "--routes (SALDO_ROUTES) is not usable. Route 1 does not lead to http:// or https://",
    ],
    [["--routes", "=http://127.0.0.1:3000"], {}, "Route 1 is not a host such as hooks.acme.dev."],
    [["--routes", "a b=http://127.0.0.1:3000"], {}, "Route 1 is not a host such as hooks.acme.dev."],
    [
      ["--routes", "b.dev=http://x,a.dev=http://127.0.0.1:3000/path"],
      {},
      "Route 2 does not lead to http:// or https://",
    ],
    [["--routes", "a.dev=ftp://127.0.0.1"], {}, "Allowed is a list such as hooks.acme.dev=http://127.0.0.1:3000,"],
    [["--routes", "a.dev=http://x,A.DEV.=http://y"], {}, "Route 2 is a.dev, which is routed already."],
    [[], { SALDO_ROUTES: "a.dev=http://x,b,c.dev=http://y" }, "Allowed is a list such as"],
    [[], { SALDO_ROUTES: "a.dev=http://x;b.dev=http://y" }, "Allowed is a list such as"],
    [["--world", "README.md"], {}, "the save-file README.md is not usable: it is not valid JSON"],
    [["--world", "missing.json"], {}, "the save-file missing.json cannot be read: ENOENT"],
    [["--history", "999"], {}, "Allowed is a whole number from 1000 to 999999999."],
    [[], { SALDO_CLOKC: "frozen" }, "error: the variable SALDO_CLOKC is unknown. Did you mean SALDO_CLOCK?"],
    [["--colour"], {}, "unknown option '--colour'"],
  ])("refuses %j %j in one line that says what is allowed", async (args, variables, message) => {
    const { code, stdout, stderr } = await commandInProcess(["start", ...args], variables);
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

  test("says so when the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code, stderr } = await commandInProcess(["start", "--port", String(port)]);
    other.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error: cannot listen on 127.0.0.1:${port}: it is in use; choose another with --port or PORT\n`,
    );
  });

  test("answers as an overlay says, and names an action that matches nothing", async () => {
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
    const running = new RunningSaldo(["--overlay", file]);
    const address = await running.shows(/address +(http:\S+)/);
    const headers = { "x-api-key": "sandbox-key", "content-type": "application/json" };
    const response = await fetch(`${address}/account-balance/withdraw`, {
      method: "POST",
      headers,
      body: '{"value":1000}',
    });
    expect(await response.json()).toMatchObject({ message: "Opened." });
    await running.stop();
    expect(running.output).toMatch(/warning: .*overlay\.yaml: .*Nothing/);
  });
});

describe("saldo fixture", () => {
  test("writes the same fixture for the same seed, and it begins a world", async () => {
    const file = join(folder, "many.yaml");
    const first = await commandInProcess(["fixture", "--charges", "200", "--seed", "7", "--companies", "2"]);
    await commandInProcess(["fixture", "--charges", "200", "--seed", "7", "--companies", "2", "--output", file]);
    expect(await readFile(file, "utf8")).toBe(first.stdout);
    const running = new RunningSaldo(["--fixture", file]);
    const address = await running.shows(/address +(http:\S+)/);
    const response = await fetch(`${address}/sandbox/charges?limit=1000`, { headers: { "x-api-key": "sandbox-key" } });
    expect(await response.json()).toHaveProperty("charges.length");
    expect(response.status).toBe(200);
    await running.stop();
  });

  test("says in one line that it cannot write, and ends well when nobody reads on", async () => {
    const wrong = await commandInProcess([
      "fixture",
      "--charges",
      "1",
      "--seed",
      "7",
      "--output",
      "/nonexistent/x.yaml",
    ]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/^error: cannot write \/nonexistent\/x\.yaml: .*\n$/);
    const command = `set -o pipefail; '${process.execPath}' '${main}' fixture --charges 3000 --seed 7 | head -n 1`;
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", command]);
    expect([stdout, stderr]).toEqual(["name: generated-7\n", ""]);
  });

  test("refuses a number of charges that is none", async () => {
    const { code, stderr } = await commandInProcess(["fixture", "--charges", "many", "--seed", "7"]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("Allowed is a whole number from 1 to 100000.");
  });
});

test("two sandboxes in one process do not know of each other", async () => {
  await using one = await startSandbox({ seed: "one" });
  await using two = await startSandbox({ seed: "two" });
  expect((await two.as(one.apiKey)("GET", "/account-balance")).status).toBe(401);
});

/** Opens a withdrawal, confirms it with a wrong and with the right code, and returns that. */
async function session(address: string): Promise<string> {
  const headers = { "x-api-key": "sandbox-key", "content-type": "application/json" };
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const method = body === undefined ? "GET" : "POST";
    const response = await fetch(address + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return response.json();
  };
  await ask("/account-balance/withdraw", { value: 5000 });
  const inbox = JSON.stringify(await ask("/sandbox/inbox"));
  const withdrawId = /wdr_\w+/.exec(inbox)?.[0];
  const otpCode = /"otpCode":"(\d{6})"/.exec(inbox)?.[1] ?? "";
  await ask("/account-balance/withdraw/confirm", { withdrawId, otpCode: otpCode === "000000" ? "000001" : "000000" });
  await ask("/account-balance/withdraw/confirm", { withdrawId, otpCode });
  return otpCode;
}
