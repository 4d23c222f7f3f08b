import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Application as CorrectApplication } from "../../examples/drill/application.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A bug of integrations, as a change of the correct application. */
export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export function bug(name: string, ...edits: readonly Edit[]): PlantedBug {
  return { name, edits };
}

/** Returns what makes edits of a file. */
export function editsOf(file: string) {
  return (find: string, replace: string): Edit => ({ file, find, replace });
}

/** Copies an application with a bug, or without. Throws where an edit does not apply: the application has changed. */
export async function planted(from: string, folder: string, bug: PlantedBug | null): Promise<void> {
  await cp(from, folder, { recursive: true });
  for (const { file, find, replace } of bug?.edits ?? []) {
    const parts = (await readFile(join(folder, file), "utf8")).split(find);
    if (parts.length !== 2) throw new Error(`${bug?.name}: ${file} has ${parts.length - 1} times, not once: ${find}`);
    await writeFile(join(folder, file), parts.join(replace));
  }
}

/** Loads the example with a bug. */
export async function loadPlanted(bug: PlantedBug): Promise<typeof CorrectApplication> {
  await using folder = await temporaryFolder();
  await planted(join(import.meta.dirname, "../../examples/drill"), folder.path, bug);
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  const file = pathToFileURL(join(folder.path, "application.ts")).href;
  const loaded: { readonly Application: typeof CorrectApplication } = await import(/* @vite-ignore */ file);
  return loaded.Application;
}
