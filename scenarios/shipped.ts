import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { UserError } from "../src/cli/user-error.ts";
import { packageFolder } from "../src/package-folder.ts";
import { allowed } from "../src/spec/nearest.ts";

const folder = new URL("fixtures/scenarios/", packageFolder);
const EXTENSION = ".arazzo.yaml";

/** Returns the names of the shipped scenarios in alphabetical order. */
async function shippedNames(): Promise<readonly string[]> {
  const files = await readdir(folder);
  return files.map((file) => file.slice(0, -EXTENSION.length)).sort();
}

/** Returns where a scenario is read, and what messages call it. Throws `UserError` for a name that is not shipped. */
export async function scenarioPlace(name: string): Promise<{ readonly file: string; readonly shown: string }> {
  if (/\.(ya?ml|json)$/i.test(name)) return { file: name, shown: name };
  const names = await shippedNames();
  if (!names.includes(name))
    throw new UserError(`there is no scenario ${name}; ${allowed(names)}, or a file that ends in .yaml or .json`);
  return { file: fileURLToPath(new URL(name + EXTENSION, folder)), shown: name + EXTENSION };
}

/** Returns the shipped scenarios with their titles, one a line. */
export async function listScenarios(): Promise<string> {
  const names = await shippedNames();
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map(async (name) => {
    const { file } = await scenarioPlace(name);
    return `${name.padEnd(width)}  ${parse(await readFile(file, "utf8")).info.title}\n`;
  });
  return (await Promise.all(lines)).join("");
}
