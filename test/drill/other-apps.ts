import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drill } from "saldo/drill";
import { readDrillFile } from "../../drill/file/drill-file.ts";
import { filedApplication } from "../../drill/file/filed-application.ts";
import { freePort } from "../free-port.ts";
import { type PlantedBug, planted } from "./planted-bug.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const languages = ["python", "php"] as const;
export type Language = (typeof languages)[number];

interface Terms {
  readonly seconds: number;
  readonly seed: string | number;
}

/** Drills the application of a language, as it is or with a bug. Throws `BooksDiffer`, and an error where an edit does not apply. */
export async function drillOther(language: Language, bug: PlantedBug | null, terms: Terms) {
  await using folder = await temporaryFolder();
  await planted(join(import.meta.dirname, "apps", language), folder.path, bug);
  const file = join(folder.path, "drill.yaml");
  const port = String(await freePort());
  const here = (await readFile(file, "utf8"))
    .replaceAll(`test/drill/apps/${language}`, folder.path)
    .replaceAll(/\$\{TMPDIR:-\/tmp\}/g, folder.path)
    .replaceAll(/\b391\d\b/g, port);
  await writeFile(file, here);
  await using filed = await filedApplication(await readDrillFile(file));
  return await drill({ ...filed.application, ...terms });
}
