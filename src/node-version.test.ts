import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { MINIMUM_NODE, nodeProblem } from "./node-version.ts";

const source = new URL("./", import.meta.url);
const manifest = JSON.parse(await readFile(new URL("../package.json", source), "utf8"));

/** The entry points of the package, as package.json names them. */
const entries = Object.values<string | Record<string, string>>(manifest.exports).flatMap((conditions) =>
  typeof conditions === "object" && conditions["saldo-source"] !== undefined ? [conditions["saldo-source"]] : [],
);

/** What versions of Node between 18 and the oldest supported one do not have. */
const recent =
  /\b(hash|findPackageJSON|enableCompileCache|registerHooks|getSystemErrorMessage|styleText|zstd\w+|glob|globSync)\b/;

test("package.json names the same oldest version", () => {
  expect(manifest.engines.node).toBe(`>=${MINIMUM_NODE}`);
});

test.each(["22.22.0", "22.30.1", "23.0.0", "24.21.0", "100.0.0"])("Node %s runs Saldo", (version) => {
  expect(nodeProblem(version)).toBeNull();
});

test.each(["0.10.48", "18.20.8", "20.20.2", "22.9.0", "22.21.1"])("Node %s is told in one line", (version) => {
  expect(nodeProblem(version)).toBe(
    `Saldo needs Node 22.22 or later; this is v${version}. Install a newer Node from https://nodejs.org.`,
  );
});

describe("on a Node that is too old", () => {
  const line = "Saldo needs Node 22.22 or later; this is v20.20.2. Install a newer Node from https://nodejs.org.\n";
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})';
  const run = promisify(execFile);

  test("the program says so in one line and ends with 1", async () => {
    const main = fileURLToPath(new URL("cli/main.ts", source));
    const ended = run(process.execPath, ["--import", old, main, "start"]);
    await expect(ended).rejects.toMatchObject({ code: 1, stdout: "", stderr: `error: ${line}` });
  });

  test("every entry point of the package says so before anything else, without a stack trace", async () => {
    const script = `for (const entry of ${JSON.stringify(entries)})
      await import(new URL(entry, "${new URL("../", source)}").href).catch((error) => process.stdout.write(error.stack + "\\n"));`;
    const { stdout } = await run(process.execPath, ["--import", old, "--input-type=module", "-e", script]);
    expect(entries.length).toBeGreaterThan(4);
    expect(stdout).toBe(`Error: ${line}`.repeat(entries.length));
  });

  test("nothing that the entry points import by name is missing, which would end the process before they can say it", async () => {
    const seen = await importsOf(new Map(), ...entries.map((entry) => new URL(`../${entry}`, source)));
    expect(seen.size).toBeGreaterThan(100);
    const missing = [...seen.values()].flat().filter((line) => line.includes('"node:') && recent.test(line));
    expect(missing).toEqual([]);
  });
});

/** The import statements of these files, and of all that they import from the package. */
async function importsOf(seen: Map<string, readonly string[]>, ...files: readonly URL[]) {
  for (const file of files) {
    if (seen.has(file.href)) continue;
    const text = await readFile(file, "utf8");
    const lines = text.match(/^(import|export)\b(?! type)[^;"]*"[^"\n]+";/gm) ?? [];
    seen.set(file.href, lines);
    const own = lines.flatMap((line) => /"(\.[^"]+)";$/.exec(line)?.[1] ?? []);
    await importsOf(seen, ...own.map((path) => new URL(path, file)));
  }
  return seen;
}
