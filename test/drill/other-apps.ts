import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drill } from "saldo/drill";
import { readDrillFile } from "../../drill/file/drill-file.ts";
import { filedApplication } from "../../drill/file/filed-application.ts";
import { freePort } from "../free-port.ts";
import type { PlantedBug } from "./planted-bug.ts";

export const languages = ["python", "php"] as const;
export type Language = (typeof languages)[number];

interface Terms {
  readonly seconds: number;
  readonly seed: string | number;
  readonly worlds?: number;
}

/** Drills the application of a language, as it is or with a bug. Throws `BooksDiffer`, and an error where an edit does not apply. */
export async function drillOther(language: Language, bug: PlantedBug | null, terms: Terms) {
  const folder = mkdtempSync(join(tmpdir(), `saldo-${language}-`));
  try {
    cpSync(join(import.meta.dirname, "apps", language), folder, { recursive: true });
    for (const { file, find, replace } of bug?.edits ?? []) {
      const text = readFileSync(join(folder, file), "utf8");
      const times = text.split(find).length - 1;
      if (times !== 1) throw new Error(`${bug?.name}: ${file} has ${times} times, not once: ${find}`);
      writeFileSync(
        join(folder, file),
        text.replace(find, () => replace),
      );
    }
    const file = join(folder, "drill.yaml");
    const port = String(await freePort());
    const here = readFileSync(file, "utf8")
      .replaceAll(`test/drill/apps/${language}`, folder)
      .replaceAll(/\$\{TMPDIR:-\/tmp\}/g, folder)
      .replaceAll(/\b391\d\b/g, port);
    writeFileSync(file, here);
    await using filed = await filedApplication(await readDrillFile(file));
    return await drill({ ...filed.application, ...terms });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
