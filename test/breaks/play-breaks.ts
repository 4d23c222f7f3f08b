/**
 * Plays the list of breaks: each is made in a copy of the project, and one of its tests must fail. Before that, all of
 * those tests must pass.
 *
 *     npm run test:breaks -- [--only <regular expression of rules>] [--jobs 2]
 */
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { changed } from "../../contracts/defects/edit.ts";
import { type Break, breaks } from "./breaks.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "2" } },
});
const chosen = breaks.filter(({ rule }) => new RegExp(values.only).test(rule));
if (chosen.length === 0) throw new Error(`no rule matches ${values.only}`);

const sound = await run(root, [...new Set(chosen.flatMap(({ tests }) => tests))]);
if (sound.status !== 0) throw new Error(`the tests fail before anything is broken:\n${sound.output.slice(-4_000)}`);

const missed: Break[] = [];
const left = [...chosen];
await Promise.all(Array.from({ length: Number(values.jobs) }, playNext));
console.log(`${chosen.length - missed.length} of ${chosen.length} breaks are found`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function playNext(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "saldo-break-"));
  try {
    await copyProject(folder);
    for (let one = left.shift(); one !== undefined; one = left.shift()) await play(folder, one);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(folder: string, one: Break): Promise<void> {
  const { rule, file, tests } = one;
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  await writeFile(path, changed(text, one));
  const { status, output } = await run(folder, [...tests, "--bail", "1"]);
  await writeFile(path, text);
  // A file that cannot be loaded finds nothing: a test must have failed.
  const isFound = status !== 0 && /Tests .*\d+ failed/.test(output);
  if (!isFound) missed.push(one);
  console.log(`${isFound ? "found " : "MISSED"} ${rule} (${file})`);
}

async function copyProject(folder: string): Promise<void> {
  const skipped = new Set(["node_modules", ".git", "dist", "data", "reports"].map((name) => join(root, name)));
  await cp(root, folder, { recursive: true, filter: (source) => !skipped.has(source) });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
}

function run(folder: string, tests: readonly string[]): Promise<{ status: number | null; output: string }> {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--reporter", "default", ...tests], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", VITEST_JSON: undefined },
  });
  let output = "";
  const note = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  return new Promise((done) => child.on("close", (status) => done({ status, output })));
}
