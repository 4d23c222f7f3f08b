import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { codeFile } from "./code-file.ts";
import { packageFolder } from "./package-folder.ts";

test("in a clone a file of the code is the file of the source", () => {
  expect(codeFile("src/code-file.ts").href).toBe(new URL("code-file.ts", import.meta.url).href);
});

test("every module that is started by its path is there, and the build writes it", () => {
  const build = readFileSync(new URL("scripts/build-code.ts", packageFolder), "utf8");
  const modules = globSync("src/**/*.ts", { cwd: packageFolder, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    [...readFileSync(new URL(file, packageFolder), "utf8").matchAll(/codeFile\("(.+\.ts)"\)/g)].map(([, path]) => path),
  );
  expect(modules.length).toBeGreaterThan(0);
  for (const path of modules) {
    expect(existsSync(codeFile(`${path}`))).toBe(true);
    expect(build).toContain(`"${path}"`);
  }
});
