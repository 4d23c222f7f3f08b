import { readFile } from "node:fs/promises";
import { codeFile } from "../code-file.ts";
import type { Preset } from "../spec/generated/control-api.ts";

/** Reads the presets of `fixtures/presets` by name, as `scripts/build-specs.ts` has made JSON of them. */
export async function readShippedPresets(): Promise<Readonly<Record<string, Preset>>> {
  return JSON.parse(await readFile(codeFile("src/spec/generated/shipped-presets.json"), "utf8"));
}
