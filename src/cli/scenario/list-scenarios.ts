import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import type { ScenarioDocument } from "./document.ts";
import { placeOf, shippedNames } from "./shipped.ts";

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
