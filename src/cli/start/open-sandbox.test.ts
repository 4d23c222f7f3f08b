import { mkdir, mkdtemp, readdir, readFile, readlink, rm, rmdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, dirname, join, relative } from "node:path";
import { Command } from "commander";
import { pino } from "pino";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { contentOf, folderOfTests } from "../../../test/folder-of-tests.ts";
import { freePort } from "../../../test/free-port.ts";
import { asker } from "../../client/connection.ts";
import { certificates } from "../../http/security/testing/certificates.ts";
import { startReceiver } from "../../outbound/testing/receiver.ts";
import { lockFolder } from "../../store/lock/locked-folder.ts";
import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import { sealed } from "../../store/sealed.ts";
import { addOptions } from "../option.ts";
import { exportWorld } from "../worlds/export-world.ts";
import { type Configuration, givenOf } from "./configuration.ts";
import { type OpenSandbox, openSandbox, type StartParts } from "./open-sandbox.ts";
import { START_OPTIONS } from "./start-options.ts";

const folder = folderOfTests();
let data: string;
let fixture: string;
const warn = vi.fn<(text: string) => void>();

beforeEach(async () => {
  warn.mockClear();
  const own = await mkdtemp(join(folder, "test-"));
  data = join(own, "data");
  fixture = join(own, "mine.yaml");
  await writeFile(fixture, "companies:\n  - name: Padaria\n");
});

/** What `saldo start` does with these words and variables, but for what it prints. */
async function open(
  words = "",
  variables: Readonly<Record<string, string>> = {},
  parts: Partial<StartParts> = {},
): Promise<OpenSandbox> {
  const command = addOptions(new Command(), START_OPTIONS).exitOverride();
  // Those of the developer's own shell are not for the test.
  for (const name of Object.keys(process.env)) if (/^(SALDO_|PORT$|HOST$)/.test(name)) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const port = words.includes("--port") ? [] : ["--port", "0"];
  await command.parseAsync([...port, "--data", data, ...words.split(" ").filter(Boolean)], { from: "user" });
  vi.unstubAllEnvs();
  const usual = { logger: pino({ level: "silent" }), requestLog: null, warn, onLost: () => {} };
  return openSandbox(command.opts<Configuration>(), givenOf(command), Object.assign(parts, usual));
}

/** The same, and ends it again. What it printed of its world. */
async function openAndClose(words = "", variables: Readonly<Record<string, string>> = {}): Promise<string> {
  const sandbox = await open(words, variables);
  await sandbox.close();
  return sandbox.world;
}

async function problemOf(words: string, variables?: Readonly<Record<string, string>>): Promise<string> {
  return openAndClose(words, variables).then(
    () => "it started",
    (error) => `${error.name}: ${error.message}`,
  );
}

function askerOf({ addresses }: OpenSandbox) {
  return asker({ url: `http://127.0.0.1:${addresses[0]?.port}`, apiKey: "sandbox-key" });
}

/** What this fixture tells of would lie before the first instant that there is. */
const impossible = "--fixture pending-review --start-at 1970-01-01T00:00:00Z";

/** The first world of a data folder as a save-file. */
async function saveFileOf(place: string): Promise<string> {
  const store = await LowdbStore.open(place, { isRead: true });
  const [entry] = await store.list();
  const exported = entry && (await exportWorld(store, entry, null));
  await store.close();
  return exported && "text" in exported ? exported.text : "";
}

const ways = [
  "Leave them out to resume the world. POST /sandbox/reset takes it back to its beginning. To start fresh:",
  "  --fresh                sets aside what is in DATA",
  "  --data <new folder>    leaves it where it is",
  "  --store memory         keeps nothing",
].join("\n");

describe("a start with a world in its folder", () => {
  /** How the folder began; FIXTURE in these words is a file. */
  const begun = "--seed a --clock frozen --start-at 2026-03-02T12:00:00Z --fixture FIXTURE";
  const fill = (text: string) => text.replaceAll("FIXTURE", fixture).replaceAll("DATA", data);

  test("resumes it with the same options, by flag or variable, or with none of them, whatever happened since", async () => {
    const first = await open(fill(begun));
    const ask = askerOf(first);
    await ask("PUT", "/sandbox/clock", { mode: "running", rate: 60 });
    await ask("POST", "/sandbox/charges", { total: 100, paid: true });
    await ask("POST", "/sandbox/reset");
    await ask("POST", "/sandbox/clock/advance", { by: "P1D" });
    await first.close();
    const variables = {
      SALDO_SEED: "a",
      SALDO_CLOCK: "frozen",
      SALDO_START_AT: "2026-03-02T12:00:00Z",
      SALDO_FIXTURE: fixture,
    };
    expect(await openAndClose(fill(begun))).toBe(`resumed from ${data}`);
    expect(await openAndClose("", variables)).toBe(`resumed from ${data}`);
    expect(await openAndClose()).toBe(`resumed from ${data}`);
    // The same content by another name, and with a comment.
    const copy = `${fixture}.json`;
    await writeFile(copy, `# Ours\n${await readFile(fixture, "utf8")}`);
    expect(await openAndClose(`--fixture ${copy}`)).toBe(`resumed from ${data}`);
    expect(warn).not.toHaveBeenCalled();
  });

  test("is refused with another one, which says how the world began and what the ways out are", async () => {
    await openAndClose(fill(begun));
    const before = await contentOf(data);
    const at = "2026-03-02T12:00:0";
    const others = [
      ["--seed b", "--seed (SALDO_SEED): it began with another seed"],
      ["--clock running", "--clock (SALDO_CLOCK): it began with frozen, not with running"],
      [`--start-at ${at}1Z`, `--start-at (SALDO_START_AT): it began with ${at}0.000Z, not with ${at}1.000Z`],
      [
        "--fixture default",
        `--fixture (SALDO_FIXTURE): it began with the fixture ${fixture}, not with the fixture default`,
      ],
    ] as const;
    for (const [words, line] of others) {
      expect(await problemOf(words)).toBe(
        `UserError: the world in ${data} began with other options:\n  ${line}\n${fill(ways)}`,
      );
      expect(await contentOf(data)).toEqual(before);
    }
  });

  test("tells every option that differs in a line of its own, and a fixture whose file has changed", async () => {
    await openAndClose(fill(begun));
    await writeFile(fixture, "companies:\n  - name: Mercado\n");
    const problem = await problemOf("--seed b", { SALDO_FIXTURE: fixture });
    expect(problem.split("\n").slice(1, 3)).toEqual([
      `  --fixture (SALDO_FIXTURE): ${fixture} has changed since it began`,
      "  --seed (SALDO_SEED): it began with another seed",
    ]);
  });

  test("compares with what was drawn and what is the default", async () => {
    const first = await open();
    const { seed, now } = Object((await askerOf(first)("GET", "/sandbox/world")).body);
    expect(first.seed).toEqual({ text: seed, isDrawn: true });
    await first.close();
    const resumed = await open();
    expect(resumed.seed).toEqual({ text: seed, isDrawn: false });
    await resumed.close();
    expect(await openAndClose(`--fixture default --clock running --seed ${seed}`)).toBe(`resumed from ${data}`);
    expect(await problemOf("--start-at 2020-01-01T00:00:00Z")).toContain(`it began with ${now.slice(0, 17)}`);
  });

  test("is not resumed with an API key that no world has, because the public key would still open it", async () => {
    await openAndClose();
    const problem = await problemOf("", { SALDO_API_KEY: "my-own" });
    expect(problem).toContain(`no world in ${data} has the API key of --api-key (SALDO_API_KEY)`);
    expect(problem).toContain("--fresh, --data <new folder> or --store memory");
    expect(problem).not.toContain("my-own");
    expect(await openAndClose("--api-key sandbox-key")).toBe(`resumed from ${data}`);
  });

  test("is resumed with a warning when the file that it began from is no text any more, by whatever path", async () => {
    await openAndClose(`--fixture ${fixture}`);
    const path = join(relative(process.cwd(), dirname(fixture)), ".", basename(fixture));
    expect(await openAndClose(`--fixture ${path}`)).toBe(`resumed from ${data}`);
    const spoil = [
      () => writeFile(fixture, ""),
      () => writeFile(fixture, Buffer.from("name: caf\xe9", "latin1")),
      () => rm(fixture),
      () => mkdir(fixture),
    ];
    for (const change of spoil) {
      await change();
      expect(await openAndClose(`--fixture ${path}`)).toBe(`resumed from ${data}`);
      expect(warn).toHaveBeenLastCalledWith(expect.stringMatching(/^the fixture .* is resumed as it is\.$/));
    }
    await rmdir(fixture);
  });

  test("cannot begin where time ends, and is told that reason", async () => {
    expect(await problemOf("--start-at 9999-12-31T23:59:59.999Z")).toContain(
      "releaseIn leads beyond the year 9999, where time ends; begin the world earlier",
    );
  });

  test("is resumed with a warning when its save-file is gone", async () => {
    await openAndClose("--seed a --clock frozen");
    const file = join(folder, "gone.json");
    await writeFile(file, await saveFileOf(data));
    data = `${data}-2`;
    await openAndClose(`--world ${file}`);
    await rm(file);
    expect(await openAndClose(`--world ${file}`)).toBe(`resumed from ${data}`);
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/is resumed as it is/));
  });

  test("compares save-files by their content; what a save-file says itself is not compared", async () => {
    await openAndClose("--seed a --clock frozen");
    const file = join(folder, "save.json");
    await writeFile(file, await saveFileOf(data));
    data = `${data}-2`;
    expect(await openAndClose(`--world ${file}`)).toBe(file);
    expect(await openAndClose(`--world ${file} --seed b`)).toBe(`resumed from ${data}`);
    expect(warn.mock.lastCall).toEqual(["a save-file says these itself; ignored: --seed (SALDO_SEED)."]);
    expect(await problemOf("--fixture default")).toContain(`it began with the save-file ${file}, not with the fixture`);
    expect(await problemOf(`--world ${file} --clock running`)).toContain("it began with frozen, not with running");
    expect(await problemOf("--seed b")).toContain("it began with another seed");
    const { checksum: _, format: __, position, ...saved } = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify(sealed({ ...saved, position: position + 1 })));
    expect(await problemOf(`--world ${file}`)).toContain(`--world (SALDO_WORLD): ${file} has changed since it began`);
  });

  test("is refused with an option that is wrong in itself", async () => {
    await openAndClose();
    const saved = `${fixture}.json`;
    await writeFile(saved, JSON.stringify({ format: 1, checksum: "0" }));
    expect(await problemOf(`--fixture ${saved}`)).toContain(`is a save-file; begin with it by --world ${saved}`);
    expect(await problemOf("--fixture foo")).toContain('UserError: there is no fixture "foo"; allowed: ');
    expect(await problemOf("--fixture foo.yaml")).toBe(
      "UserError: the fixture foo.yaml cannot be read: ENOENT: there is no such file",
    );
    expect(await problemOf("--world foo.json")).toContain("UserError: the save-file foo.json cannot be read: ENOENT");
  });

  test("warns of options for new worlds only when they have changed", async () => {
    const routes = "a.dev=http://127.0.0.1:1,b.dev=http://127.0.0.1:2";
    await openAndClose(`--webhook-urls any --routes ${routes}`);
    await openAndClose(`--webhook-urls any --routes ${routes.split(",").toReversed().join(",")}`);
    expect(warn).not.toHaveBeenCalled();
    await openAndClose("--webhook-urls strict --routes a.dev=http://127.0.0.1:1");
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      `the worlds in ${data} keep their settings; only new worlds begin with --webhook-urls (SALDO_WEBHOOK_URLS), --routes (SALDO_ROUTES).`,
    );
  });

  test("is warned that options are ignored where a folder does not know how it began", async () => {
    await openAndClose("--seed a");
    const document = join(data, "worlds/default/world.json");
    const { format: _, checksum: __, entry, ...content } = JSON.parse(await readFile(document, "utf8"));
    const { origin: ___, ...older } = entry;
    await writeFile(document, JSON.stringify(sealed({ ...content, entry: older })));
    expect(await openAndClose()).toBe(`resumed from ${data}`);
    expect(warn).not.toHaveBeenCalled();
    expect(await openAndClose("--seed b --clock frozen")).toBe(`resumed from ${data}`);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      `${data} already holds a world, so these options are ignored: --seed (SALDO_SEED), --clock (SALDO_CLOCK). To start fresh: --fresh, --data <new folder> or --store memory.`,
    );
  });
});

describe("--fresh", () => {
  test("sets aside what is there, beside the folder, where it can be used, and begins anew", async () => {
    await openAndClose("--seed a");
    const before = await contentOf(join(data, "worlds"));
    const fresh = await open("--fresh --seed b");
    await fresh.close();
    expect(fresh.world).toBe("fixture default, clock running");
    expect(fresh.aside).toMatch(/\/data\.\d{8}T\d{9}Z$/);
    const moved = Object.values(await contentOf(join(fresh.aside ?? "", "worlds")));
    expect(moved).toEqual(Object.values(before));
    expect(await openAndClose("--seed b")).toBe(`resumed from ${data}`);
    data = fresh.aside ?? "";
    expect(await openAndClose("--seed a")).toBe(`resumed from ${data}`);
  });

  test("has nothing to set aside where there is no folder", async () => {
    const fresh = await open("--fresh");
    await fresh.close();
    expect(fresh.aside).toBeNull();
  });

  test("is refused while another process has the folder, which stays as it is", async () => {
    await openAndClose("--seed a");
    const hold = await lockFolder(data);
    const before = await contentOf(data);
    const problem = await problemOf("--fresh");
    expect(problem).toContain("is in use by process");
    for (const way of ["its banner has the address", "--data <new folder>", "--store memory"])
      expect(problem).toContain(way);
    expect(await contentOf(data)).toEqual(before);
    await hold.release();
  });

  test("puts back what was there when the start fails", async () => {
    await openAndClose("--seed a");
    const before = await contentOf(data);
    expect(await problemOf(`--fresh ${impossible}`)).toContain("it would begin before 1970");
    expect(await contentOf(data)).toEqual(before);
    expect((await readdir(join(data, ".."))).sort()).toEqual(["data", "mine.yaml"]);
  });
});

test("a start with an expired certificate warns", async () => {
  const { cert, key } = certificates.expired;
  await openAndClose(`--tls-cert ${cert} --tls-key ${key}`);
  expect(warn.mock.calls).toEqual([[expect.stringContaining("expired.pem expired at 2026-02-01T00:00:00.000Z")]]);
});

describe("a start that fails", () => {
  test.each([
    ["--tls-cert CERT", /^UserError: --tls-cert .* needs --tls-key .*, too\.$/],
    ["--tls-key KEY", /^UserError: --tls-key .* needs --tls-cert .*, too\.$/],
    ["--tls-ca CERT", /^UserError: --tls-ca .* needs --tls-cert .* and --tls-key .*, too\.$/],
    [
      "--store postgres://127.0.0.1:1/none --tls-cert CERT --tls-key KEY --tls-ca CERT",
      /^UserError: --tls-ca .* is not possible with PostgreSQL: .* let the load balancer check/,
    ],
    ["--tls-cert nope.pem --tls-key KEY", /^UserError: the TLS certificate nope\.pem cannot be read: ENOENT/],
    ["--tls-cert CERT --tls-key OTHER", /^UserError: the TLS key .* does not belong to the certificate/],
  ])("because of its files for TLS leaves no folder: %s", async (words, message) => {
    const { server, client } = certificates;
    const filled = words.replace("CERT", server.cert).replace("KEY", server.key).replace("OTHER", client.key);
    expect(await problemOf(filled)).toMatch(message);
    expect(await readdir(join(fixture, ".."))).toEqual(["mine.yaml"]);
  });

  test.each(["--fixture foo", impossible, "--port TAKEN", "--host 192.0.2.1"])(
    "leaves no folder and none above it: %s",
    async (words) => {
      await using other = await startReceiver();
      data = join(data, "below/deeper");
      const problem = await problemOf(words.replace("TAKEN", String(other.port)));
      expect(problem).toMatch(/^UserError: /);
      expect(await readdir(join(fixture, ".."))).toEqual(["mine.yaml"]);
    },
  );

  test("leaves no world and no folder when its port is taken while it starts", async () => {
    const port = await freePort();
    const other = createServer();
    const taking: Partial<StartParts> = {
      get interfaceDocument() {
        other.listen(port, "127.0.0.1");
        return undefined;
      },
    };
    await expect(open(`--port ${port}`, {}, taking)).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port}: it is in use; choose another with --port or PORT`,
    );
    other.close();
    expect(await readdir(join(fixture, ".."))).toEqual(["mine.yaml"]);
  });

  test("leaves a folder that was there as it was", async () => {
    await mkdir(data);
    await writeFile(join(data, "notes.txt"), "mine");
    expect(await problemOf(impossible)).toContain("it would begin before 1970");
    expect(await readdir(data)).toEqual(["notes.txt"]);
  });

  test("leaves a folder whose worlds were deleted without worlds", async () => {
    const first = await open();
    await askerOf(first)("DELETE", "/sandbox/worlds/default");
    await first.close();
    const before = await contentOf(data);
    expect(await problemOf(impossible)).toContain("it would begin before 1970");
    expect(await contentOf(data)).toEqual(before);
  });
});

describe("a start with a file for libfaketime", () => {
  const frozen = "--seed a --clock frozen --start-at 2026-03-02T12:00:00Z";

  test("keeps the time of the first world in it, in UTC, also when the world is resumed", async () => {
    const file = join(dirname(data), "time");
    const first = await open(`${frozen} --faketime-file ${file}`);
    expect(await readFile(file, "utf8")).toBe("2026-03-02 12:00:00");
    const ask = askerOf(first);
    await ask("POST", "/sandbox/worlds", { startAt: "2020-01-01T00:00:00Z" });
    await ask("POST", "/sandbox/clock/advance", { by: "P1DT1.5S" });
    expect(await readFile(file, "utf8")).toBe("2026-03-03 12:00:01");
    await first.close();
    await rm(file);
    const again = await open("", { SALDO_FAKETIME_FILE: file });
    expect(await readFile(file, "utf8")).toBe("2026-03-03 12:00:01");
    await again.close();
  });

  test("fails if the file cannot be written, and leaves no folder", async () => {
    const problem = await problemOf(`${frozen} --faketime-file ${join(data, "..", "missing", "time")}`);
    expect(problem).toMatch(/^UserError: --faketime-file \(SALDO_FAKETIME_FILE\) \S+ cannot be written: ENOENT: its/);
    expect(await problemOf(`${frozen} --faketime-file ${dirname(data)}`)).toContain(
      "it is a folder; name a file in it",
    );
    const device = join(dirname(data), "device");
    await symlink("/dev/null", device);
    expect(await problemOf(`${frozen} --faketime-file ${device}`)).toContain("it is no plain file; name another one");
    expect(await readlink(device)).toBe("/dev/null");
    await rm(device);
    expect(await readdir(dirname(dirname(data)))).not.toContain(`${basename(dirname(data))}.new`);
    expect(await contentOf(dirname(data))).toEqual({ [fixture]: expect.any(String) });
  });
});
