import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { changed, type Edit } from "../../contracts/defects/edit.ts";
import type { Application as CorrectApplication } from "../../examples/drill/application.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A bug of integrations, as a change of the correct application. */
export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

export function bug(name: string, ...edits: readonly Edit[]): PlantedBug {
  return { name, edits };
}

/** Returns what makes edits of a file. */
export function editsOf(file: string) {
  return (find: string, replace: string): Edit => ({ file, find, replace });
}

/** Loads the example with a bug. Throws where an edit does not apply: the example has changed. */
export async function loadPlanted(bug: PlantedBug): Promise<typeof CorrectApplication> {
  await using folder = await temporaryFolder();
  await cp(join(import.meta.dirname, "../../examples/drill"), folder.path, { recursive: true });
  for (const edit of bug.edits) {
    const edited = join(folder.path, edit.file);
    await writeFile(edited, changed(await readFile(edited, "utf8"), edit));
  }
  await writeFile(join(folder.path, "package.json"), '{ "type": "module" }');
  const file = pathToFileURL(join(folder.path, "application.ts")).href;
  const loaded: { readonly Application: typeof CorrectApplication } = await import(/* @vite-ignore */ file);
  return loaded.Application;
}
