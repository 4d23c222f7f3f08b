import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startReceiver } from "../src/outbound/testing/receiver.ts";
import { commandInProcess } from "./command-in-process.ts";
import { folderOfTests } from "./folder-of-tests.ts";

const folder = folderOfTests();

beforeAll(async () => {
  await writeFile(join(folder, "broken.yaml"), "a: [");
  await writeFile(join(folder, "baseline.txt"), "otp.required\notp.no-such-clause\n");
  const removing = { target: "$.paths['/account-balance']", remove: true };
  const overlay = { overlay: "1.0.0", info: { title: "a", version: "1" }, actions: [removing] };
  await writeFile(join(folder, "removing.json"), JSON.stringify(overlay));
  const odd = { target: "$.components.responses.Cancelled['x-outcomes']", remove: true };
  await writeFile(join(folder, "odd.json"), JSON.stringify({ ...overlay, actions: [odd] }));
});

function contract(...flags: readonly string[]) {
  return commandInProcess(["contract", ...flags]);
}

/** Flags, `FOLDER` in them replaced; and what must be said of them. */
const mistakes: readonly (readonly [flags: string, said: string])[] = [
  ["", "one of --in-process, --url <address>, --container <image>, --har <file>"],
  ["--in-process --url TARGET", "one of --in-process, --url <address>, --container <image>, --har <file>"],
  ["--url api.acme.dev", "--url is not usable. Allowed is an address such as https://api.acme.dev/v1."],
  ["--url ftp://api.acme.dev", "Allowed is an address such as https://api.acme.dev/v1."],
  ["--url http://name:password@api.acme.dev", "An address cannot have a user name or a password."],
  ["--url TARGET?a=b", "An address cannot have a query."],
  ["--url TARGET --receiver-url hooks", "--receiver-url is not usable. Allowed is an address"],
  ["--url TARGET --allow everything", '"everything" is unknown. Allowed are open, settle, webhooks.'],
  ["--url TARGET --allow settle", "--allow settle needs --budget <cents>"],
  ["--url TARGET --allow open --budget 500", "--budget needs --allow settle"],
  ["--url TARGET --allow settle --budget 0", "Allowed is a whole number of cents"],
  ["--url TARGET --value -1", "Allowed is a whole number of cents"],
  ["--url TARGET --patience soon", "such as 90s, 5m, 1h or PT5M30S"],
  ["--url TARGET --patience 0s", "such as 90s, 5m, 1h or PT5M30S"],
  ["--url TARGET --otp letter", "Allowed are prompt, inbox, and command:"],
  ["--url TARGET --receiver-port 65536", "Allowed is a whole number (0 is any free port) from 0 to 65535."],
  ["--url TARGET --receiver-port TAKEN", "it is in use; choose another with --receiver-port"],
  [
    "--url TARGET --receiver-host 192.0.2.1",
    "cannot listen on 192.0.2.1:0: this machine has no such address. Choose another address with --receiver-host",
  ],
  ["--url TARGET --overlay FOLDER/none.yaml", "none.yaml cannot be read: ENOENT"],
  ["--url TARGET --overlay FOLDER/broken.yaml", "broken.yaml: overlay:1"],
  ["--url TARGET --overlay FOLDER/removing.json", "it removes the operation getBalance, which may only be moved"],
  ["--in-process --overlay FOLDER/odd.json", "cancelled"],
  ["--url TARGET --baseline FOLDER/none.txt", "the baseline FOLDER/none.txt cannot be read: ENOENT"],
  ["--url TARGET --baseline FOLDER/baseline.txt", 'baseline.txt:2: there is no clause "otp.no-such-clause"'],
  ["--url TARGET --since FOLDER/none.json", "--since: FOLDER/none.json cannot be read: ENOENT"],
  ["--url TARGET --since FOLDER/broken.yaml", "broken.yaml: it is no report of saldo contract (--save-json)"],
  ["--url TARGET --har FOLDER/broken.yaml --allow open", "--allow and --plan do not go with it"],
  ["--url TARGET --listen 5m", "--listen needs --allow webhooks and --receiver-url <address>"],
  ["--url TARGET --driver FOLDER/none.yaml", "--driver: FOLDER/none.yaml cannot be read: ENOENT"],
  ["--url TARGET --only otp.*,nothing.*", '--only: no clause is called "nothing.*"'],
  ["--list --only ,", "Allowed are ids of clauses such as"],
  ["--url TARGET --save-json FOLDER/no/report.json", "--save-json FOLDER/no/report.json cannot be written: ENOENT"],
  [
    "--url TARGET --save-json FOLDER/a --save-har FOLDER/a",
    "--save-har and --save-json are both to be written to FOLDER/a",
  ],
  ["--url TARGET --quickly", "unknown option '--quickly'"],
  ["--url TARGET now", "too many arguments"],
];

test.for(mistakes)(
  "what cannot be meant is refused with status 2 before the target is asked anything saldo contract %s",
  async ([flags, said]) => {
    await using target = await startReceiver("ok");
    const fill = (text: string) =>
      text.replaceAll("FOLDER", folder).replace("TARGET", target.url).replace("TAKEN", String(target.port));
    const { code, stdout, stderr } = await contract(...fill(flags).split(" ").filter(Boolean));
    expect([code, stdout], stderr).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(fill(said));
    // One line for one mistake, and none of our own code.
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(target.requests).toEqual([]);
  },
);

test("--list lists what would be run, and needs no target", async () => {
  const { code, stdout } = await contract("--list", "--only", "otp.*,envelope.*");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^otp\.required {2}\(documented\)\n {4}\S/m);
  expect(stdout).toMatch(/^envelope\.refusal {2}\(assumed\)$/m);
  expect(stdout).not.toMatch(/^balance\./m);
  const listed = JSON.parse((await contract("--list", "--only", "otp.required", "--json")).stdout);
  expect(listed).toEqual([{ id: "otp.required", kind: "documented", text: expect.any(String) }]);
});

test("its help says how it ends, and ends with 0", async () => {
  const { code, stdout } = await contract("--help");
  expect([code, stdout]).toEqual([0, expect.stringContaining("Exit status: 0 ")]);
});

test("with --json the report is all that it prints", async () => {
  const { code, stdout } = await contract("--in-process", "--only", "balance.currency", "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { exitCode: 0, results: [{ id: "balance.currency" }] }]);
});

test("no report is begun by a run that never takes place", async () => {
  const before = await readdir(folder);
  const files = ["--save-json", join(folder, "a.json"), "--html", join(folder, "a.html")];
  await contract("--url", "http://127.0.0.1:1", ...files);
  expect(await readdir(folder)).toEqual(before);
});
