import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { drill } from "saldo/drill";
import { readDrillFile } from "../../drill/file/drill-file.ts";
import { filedApplication } from "../../drill/file/filed-application.ts";
import { freePort } from "../free-port.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const languages = ["python", "php"] as const;
export type Language = (typeof languages)[number];

interface Terms {
  readonly seconds: number;
  readonly seed: string | number;
}

/** Drills the application of a language. Throws `BooksDiffer`. */
export async function drillOther(language: Language, terms: Terms) {
  await using folder = await temporaryFolder();
  await cp(join(import.meta.dirname, "apps", language), folder.path, { recursive: true });
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
