import { access, constants, realpath, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { reasonOf } from "./start-refused.ts";

/** What is wrong with the flags or the files that they name. */
export class Usage extends Error {
  override readonly name = "Usage";
}

/** Runs what can fail only because of what the user has given; `what` was to be done, if that says more. */
export async function usable<T>(read: () => Promise<T>, what?: string): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Usage(what === undefined ? reasonOf(error) : `${what}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Of all ids those that one of the patterns fits; all, where there is no pattern. */
export function selectedOf(only: readonly string[], ids: readonly string[]): readonly string[] {
  const patterns = only.map((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    const fits = new RegExp(`^${escaped}$`);
    if (!ids.some((id) => fits.test(id)))
      throw new Usage(`--only: no clause is called "${pattern}"; --list shows them`);
    return fits;
  });
  return patterns.length === 0 ? ids : ids.filter((id) => patterns.some((fits) => fits.test(id)));
}

/** Files that reports are to be written to, as flags name them. */
export interface ReportPlaces {
  readonly json?: string | undefined;
  readonly junit?: string | undefined;
  readonly html?: string | undefined;
  readonly writeOverlay?: string | undefined;
}

/** Nothing is written yet: what is there stays as it is until there is something better. */
export async function refusePlaces({ json, junit, html, writeOverlay }: ReportPlaces): Promise<void> {
  const files = { "--json": json, "--junit": junit, "--html": html, "--write-overlay": writeOverlay };
  const flagOf = new Map<string, string>();
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue;
    await usable(() => mustBeWritable(file), `${flag} ${file} cannot be written`);
    const place = await placeOf(file);
    const before = flagOf.get(place);
    if (before !== undefined) throw new Usage(`${before} and ${flag} are both to be written to ${file}`);
    flagOf.set(place, flag);
  }
}

/** Where it is in the end, whatever way leads there; the file itself may not be there yet. */
async function placeOf(file: string): Promise<string> {
  const path = resolve(file);
  return realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)));
}

/** A file of a report, and what is to be in it. */
interface ReportFile {
  /** Undefined where it was not asked for. */
  readonly file: string | undefined;
  readonly text: () => string | Promise<string>;
}

/** Writes all that was asked for, the one even where the other cannot be written. Returns what could not be. */
export async function writeReports(files: readonly ReportFile[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { file, text } of files) {
    if (file === undefined) continue;
    try {
      await writeFile(file, await text());
    } catch (error) {
      problems.push(`${file} cannot be written: ${reasonOf(error)}`);
    }
  }
  return problems;
}

async function mustBeWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw new Error("it is a folder");
  const folder = dirname(resolve(file));
  if (found === undefined && !(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  await access(found === undefined ? folder : file, constants.W_OK);
}
