import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { packageFolder } from "../../package-folder.ts";
import { allowed } from "../nearest.ts";
import { Usage } from "../usage.ts";
import type { ScenarioDocument } from "./document.ts";

const folder = new URL("fixtures/scenarios/", packageFolder);

/** Where a scenario is read, and what messages call it. */
interface Place {
  readonly file: string;
  readonly shown: string;
}

/** The names of the shipped scenarios, in alphabetical order. */
async function shippedNames(): Promise<readonly string[]> {
  const files = await readdir(folder);
  return files.flatMap((file) => /^([a-z0-9-]+)\.arazzo\.yaml$/.exec(file)?.[1] ?? []).sort();
}

/** A shipped scenario by name, or a file by a path that ends in .yaml, .yml or .json. @throws Usage for other names. */
export async function placeOf(name: string): Promise<Place> {
  if (/\.(ya?ml|json)$/i.test(name)) return { file: name, shown: name };
  const names = await shippedNames();
  if (!names.includes(name)) {
    throw new Usage(
      `there is no scenario ${name}; ${allowed(names)}, or the path of a file that ends in .yaml or .json`,
    );
  }
  const file = `${name}.arazzo.yaml`;
  return { file: fileURLToPath(new URL(file, folder)), shown: file };
}

/** `saldo scenario list`: the shipped ones, with what each of them tells. */
export async function listScenarios(): Promise<string> {
  const names = await shippedNames();
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map(async (name) => {
    const { file } = await placeOf(name);
    // The tests run every shipped file, so that its form is right.
    const { info } = parse(await readFile(file, "utf8")) as ScenarioDocument;
    return `${name.padEnd(width)}  ${info.title}\n`;
  });
  return (await Promise.all(lines)).join("");
}
