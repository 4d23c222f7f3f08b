import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startReceiver } from "../../../src/outbound/testing/receiver.ts";
import { commandInProcess } from "../../../test/command-in-process.ts";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { sandboxOfTests } from "../../../test/sandbox-of-tests.ts";

const adminToken = "a-token-of-the-administrator";
const sandbox = await sandboxOfTests({ adminToken });
const folder = folderOfTests();

describe.each([
  { command: "contract", own: () => [] },
  { command: "calibrate", own: () => ["--out", join(folder, "acme.yaml")] },
])("saldo $command", ({ command, own }) => {
  const run = (...words: readonly string[]) => commandInProcess([command, ...own(), ...words]);
  const asDeployment = (path = "") => ["--url", sandbox.url + path, "--no-control-plane", "--api-key", sandbox.apiKey];

  test("tells with --plan what would be spent with all that --allow says together, and spends nothing", async () => {
    const allowed = ["--allow", "open", "--allow", "settle", "--budget", "2000", "--otp", "command:echo 123456"];
    const { code, stdout, stderr } = await run(...asDeployment(), ...allowed, "--plan");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/payouts +[1-9]\d*, at most R\$ 20\.00 in all\n.*e-mails +about \d+ /);
    expect(stdout).toMatch(/\d+ {2}--allow webhooks\n/);
    const { data } = await sandbox.api.GET("/account-balance/withdrawals");
    expect([data?.data, await readdir(folder)]).toEqual([[], []]);
  });

  test("spends nothing in a sandbox, and says so", async () => {
    const { code, stdout } = await run("--url", sandbox.url, "--admin-token", adminToken, "--plan");
    expect([code, stdout]).toEqual([0, expect.stringContaining("nothing is spent or left behind")]);
  });

  test.each([
    ["a wrong path", () => asDeployment("/api"), () => `give --url ${sandbox.url}`],
    ["no key", () => asDeployment().slice(0, 3), () => "give --api-key or SALDO_API_KEY"],
    ["a wrong key", () => [...asDeployment(), "--api-key", "wrong-key"], () => "refuses the API key"],
    ["no admin token", () => ["--url", sandbox.url], () => "give --admin-token or SALDO_ADMIN_TOKEN"],
    ["no server there", () => ["--url", "http://127.0.0.1:1"], () => "ECONNREFUSED"],
  ])("ends with 3 and says what is wrong: %s", async (_, words, said) => {
    const { code, stdout, stderr } = await run(...words());
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^error: .*\n$/);
    expect(stderr).toContain(said());
    expect(stderr).not.toContain("wrong-key");
  });

  test("says so when the sandbox gives its worlds a key that no header can carry", async () => {
    await using target = await startReceiver(async ({ method, path, body }, respond) => {
      const url = new URL(path, sandbox.url);
      const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
      const answer = await fetch(url, { method, headers, ...(body.length > 0 && { body: body.toString() }) });
      const text = await answer.text();
      const made = path === "/sandbox/worlds" ? text.replaceAll(/"apiKey":"[^"]*"/g, '"apiKey":"chave-日本"') : text;
      respond({ status: answer.status, headers: { "content-type": "application/json" }, body: made });
    });
    const { code, stdout, stderr } = await run("--url", target.url);
    expect(code).toBe(3);
    expect(stdout + stderr).toContain("the API key has characters that no header can carry");
    expect(stdout + stderr).not.toContain("TypeError");
    expect(stdout + stderr).not.toContain("日本");
  });

  test("is interrupted by Ctrl-C, and says so", async () => {
    let asked = 0;
    await using target = await startReceiver((_, respond) => {
      asked += 1;
      // The first two requests are the probe's, the third is for a path that is not there. A second signal would end this
      // process.
      if (asked === 4) process.emit("SIGINT", "SIGINT");
      const status = asked === 3 ? 404 : 200;
      respond({ status, headers: { "content-type": "application/json" }, body: "{}" });
    });
    const { code, stdout, stderr } = await run("--url", target.url, "--api-key", "key");
    expect(code).toBe(command === "contract" ? 1 : 3);
    expect(stderr).toContain("SIGINT: closing what is open");
    expect(stdout + stderr).toMatch(/^(Interrupted after|error: interrupted; nothing was written)/m);
    expect(await readdir(folder)).toEqual([]);
  });
});
