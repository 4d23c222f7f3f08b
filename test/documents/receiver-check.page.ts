import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DocumentedBlocks } from "../documented-blocks.ts";
import { folderOfTests } from "../folder-of-tests.ts";
import { freePort } from "../free-port.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = new DocumentedBlocks("docs/receiver-check.md");
const start = page.take("sh", /^node examples/);
const checks = page.take("sh", /^saldo receiver check/);
const effects = page.take("sh", /--effect /);
const crash = page.take("sh", /--restart /);
const list = page.take("console", /--list/);
const otherSecret = page.take("console", /whsec_another/);

const printed = "http://localhost:3000";
const folder = folderOfTests();
let receiver: ReturnType<typeof spawn>;
let address = "";

/** As printed, with the program of this repository, the receiver's port, and reports in a folder of its own. */
async function run(
  command: string,
  { at = address, cwd = folder, PORT = "" } = {},
): Promise<{ code: number; stdout: string }> {
  const here = command
    .replace(/(?<=^|\s)saldo(?= )/, `"${process.execPath}" "${join(root, "src/cli/main.ts")}"`)
    .replace(/(?<=')node (?=examples\/)/, `"${process.execPath}" ${root}`)
    .replaceAll(printed, at);
  const env = { ...process.env, GITHUB_ACTIONS: "", SALDO_WEBHOOK_SECRET: undefined, PORT };
  try {
    const { stdout } = await promisify(execFile)("bash", ["-c", here], { cwd, env });
    return { code: 0, stdout };
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error && "code" in error)) throw error;
    return { code: Number(error.code), stdout: String(error.stdout) };
  }
}

/** What differs from run to run. */
function steady(text: string): string {
  return text
    .replaceAll(address, printed)
    .replaceAll(/\d+(\.\d)? m?s\b/g, "TIME")
    .replace(/(?<=responses took TIME )\(.+\)/, "(ONE)")
    .replace(/Saldo \d+\.\d+\.\d+/, "Saldo");
}

beforeAll(async () => {
  const [command = "", log = ""] = start.text.trim().split(" | tee ");
  const [program = "", ...args] = command.split(" ");
  receiver = spawn(program === "node" ? process.execPath : program, args, {
    cwd: root,
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (receiver.stdout === null) throw new Error("the receiver has no output");
  const [line] = await once(createInterface({ input: receiver.stdout }), "line");
  address = `http://localhost:${/\d+$/.exec(String(line))?.[0]}`;
  receiver.stdout.pipe(createWriteStream(join(folder, log)));
});

afterAll(async () => {
  const ended = once(receiver, "exit");
  receiver.kill();
  await ended;
});

describe("what the page of the receiver check shows", () => {
  const commands = checks.text.trim().split("\n");

  test("is five commands, and the example holds every clause in each", async () => {
    expect(commands).toHaveLength(5);
    for (const command of commands) {
      const { code, stdout } = await run(command);
      expect([code, stdout], command).toEqual([0, expect.stringContaining("Every clause that was judged passed.")]);
    }
    expect(await readdir(folder)).toEqual(["receiver.log", "report.html", "report.json", "report.xml"]);
  });

  test("sees what the example does with deliveries", async () => {
    const { code, stdout } = await run(effects.text.trim());
    expect([code, stdout]).toEqual([0, expect.stringContaining("Every clause that was judged passed.")]);
    expect(stdout).not.toContain("without --effect");
  });

  test("ends the example during an answer, and sees what it has forgotten", async () => {
    const port = await freePort();
    const cwd = await mkdtemp(join(folder, "crash-"));
    const { code, stdout } = await run(crash.text.trim(), { at: `http://localhost:${port}`, cwd, PORT: `${port}` });
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/1 broken[\s\S]*Broken\n +• effects\.repeated-after-crash\n/),
    ]);
    expect(stdout).not.toContain("Opted out");
  });

  test.for([
    ["the clauses", list, 0],
    ["another secret", otherSecret, 1],
  ] as const)("is what is printed for %s", async ([, { text }, expected]) => {
    const [, command = "", output = ""] = /^\$ (.+)\n([\s\S]*)$/.exec(text) ?? [];
    const { code, stdout } = await run(command);
    expect(steady(stdout)).toBe(steady(output));
    expect(code).toBe(expected);
  });

  test("is all run here", () => {
    expect(page.notRun).toEqual([]);
  });
});
