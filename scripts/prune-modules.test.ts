import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const script = fileURLToPath(new URL("prune-modules.ts", import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "saldo-prune-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

it("leaves what a program loads", () => {
  const code = ["a/package.json", "a/index.js", "a/lib/b.mjs", "a/lib/b.cjs", "a/data.json", "a/native.node"];
  expect(pruned(code)).toEqual(code);
});

it("takes types, sources, maps, texts and tests", () => {
  const types = ["a/index.d.ts", "a/index.d.mts", "a/lib/b.d.cts", "a/src/index.ts", "a/index.js.flow"];
  const rest = ["a/index.js.map", "a/index.d.ts.map", "a/README.md", "a/CHANGELOG.markdown", "a/lib/b.test.js"];
  expect(pruned(["a/index.js", ...types, ...rest])).toEqual(["a/index.js"]);
});

it("leaves licences, whatever they are called", () => {
  const licences = [
    "a/LICENSE",
    "a/LICENSE.md",
    "a/licence.md",
    "a/NOTICE.md",
    "a/THIRD-PARTY-LICENSE.md",
    "a/COPYING.md",
  ];
  expect(pruned(licences)).toEqual(licences);
});

it("takes the folders of tests, texts and tools at the root of a package, and leaves code of that name further inside", () => {
  const code = ["a/dist/doc/index.js", "a/lib/test/index.js"];
  const others = ["a/test/a.js", "a/docs/a.js", "a/examples/a.js", "a/benchmark/a.js", "a/.github/a.yml"];
  expect(pruned([...code, ...others])).toEqual(code);
});

it("takes the same of scoped packages and of those that a package has for itself", () => {
  const code = ["@s/a/index.js", "a/node_modules/b/index.js", "a/node_modules/@s/c/index.js"];
  const others = ["@s/a/test/a.js", "@s/a/a.d.ts", "a/node_modules/b/docs/a.js", "a/node_modules/@s/c/test/a.js"];
  expect(pruned([...code, ...others])).toEqual(code);
});

it("takes what is never loaded, with its native parts, and nothing that is only called alike", () => {
  const code = ["lightning/index.js", "lightningcsses/index.js"];
  const others = ["lightningcss/index.js", "lightningcss-linux-x64-gnu/native.node", ".bin/vite"];
  expect(pruned([...code, ...others])).toEqual(code);
});

it("follows no links", () => {
  const outside = join(folder, "outside");
  put(outside, "a.d.ts");
  mkdirSync(join(folder, "node_modules/a"), { recursive: true });
  symlinkSync(outside, join(folder, "node_modules/b"));
  symlinkSync(outside, join(folder, "node_modules/a/b"));
  prune();
  expect(existsSync(join(outside, "a.d.ts"))).toBe(true);
});

/** What is left of these files of a `node_modules`. */
function pruned(files: readonly string[]): readonly string[] {
  for (const file of files) put(join(folder, "node_modules"), file);
  prune();
  return files.filter((file) => existsSync(join(folder, "node_modules", file)));
}

function prune(): void {
  execFileSync(process.execPath, [script, join(folder, "node_modules")]);
}

function put(root: string, file: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
}
