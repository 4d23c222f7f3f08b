import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Application as CorrectApplication } from "../../examples/drill/application.ts";

/** A bug of integrations, as a change of the correct application. */
export interface PlantedBug {
  readonly name: string;
  readonly edits: readonly Edit[];
}

export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

type Loaded = { readonly Application: typeof CorrectApplication };

const example = join(import.meta.dirname, "../../examples/drill");

/** Loads the application with the bug. Throws where an edit does not apply: the application has changed. */
export async function loadPlanted({ name, edits }: PlantedBug): Promise<Loaded["Application"]> {
  const folder = mkdtempSync(join(tmpdir(), "saldo-planted-"));
  try {
    cpSync(example, folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    for (const { file, find, replace } of edits) {
      const text = readFileSync(join(folder, file), "utf8");
      const times = text.split(find).length - 1;
      if (times !== 1) throw new Error(`${name}: ${file} has ${times} times, not once: ${find}`);
      writeFileSync(
        join(folder, file),
        text.replace(find, () => replace),
      );
    }
    const loaded: Loaded = await import(/* @vite-ignore */ pathToFileURL(join(folder, "application.ts")).href);
    return loaded.Application;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
