import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { changed, type Edit } from "../../contracts/defects/edit.ts";
import type { Application as CorrectApplication } from "../../examples/drill/application.ts";
import { example } from "./example-process.ts";
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

/** Copies an application with a bug, or without. Throws where an edit does not apply: the application has changed. */
export async function planted(from: string, folder: string, bug: PlantedBug | null): Promise<void> {
  await cp(from, folder, { recursive: true });
  for (const edit of bug?.edits ?? []) {
    const file = join(folder, edit.file);
    await writeFile(file, changed(await readFile(file, "utf8"), edit));
  }
}

/** Copies the example with a bug. */
export async function plant(bug: PlantedBug, folder: string): Promise<void> {
  await planted(example, folder, bug);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
}

/** Loads the example with a bug. */
export async function loadPlanted(bug: PlantedBug): Promise<typeof CorrectApplication> {
  await using folder = await temporaryFolder();
  await plant(bug, folder.path);
  const file = pathToFileURL(join(folder.path, "application.ts")).href;
  const loaded: { readonly Application: typeof CorrectApplication } = await import(/* @vite-ignore */ file);
  return loaded.Application;
}
