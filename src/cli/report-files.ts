import { access, constants, open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { OptionSpec } from "./option.ts";
import { UserError } from "./user-error.ts";
import { nullIfMissing, orUnwritable, unwritableReason } from "./writable-file.ts";

/** How a command that checks something reports. */
export interface ReportChoice {
  readonly json?: true;
  readonly saveJson?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly github?: true;
  readonly saveHar?: string;
}

/** The options of a report without a page. */
export const SHORT_REPORT_OPTIONS: readonly OptionSpec[] = [
  ["--json", "print the report as JSON, for scripts"],
  ["--save-json <file>", "write the report as JSON"],
  ["--junit <file>", "write the report as JUnit XML"],
];

export const REPORT_OPTIONS: readonly OptionSpec[] = [
  ...SHORT_REPORT_OPTIONS,
  ["--html <file>", "write the report as an HTML page"],
  ["--github", "write annotations for GitHub Actions; always on there"],
];

/** Returns the files that reports were asked to be in. */
export function reportFiles({ saveHar, saveJson, junit, html }: ReportChoice): NamedFiles {
  return { "--save-har": saveHar, "--save-json": saveJson, "--junit": junit, "--html": html };
}

export function reportJson(report: object): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Files by the flags that name them; undefined for a flag that is not given. */
export type NamedFiles = Readonly<Record<`--${string}`, string | undefined>>;

/** Throws `UserError` unless all these files can be written, each to a place of its own. Writes nothing yet. */
export async function mustBeWritable(files: NamedFiles): Promise<void> {
  const flags = new Map<string, string>();
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue;
    const place = await orUnwritable(`${flag} ${file}`, () => placeOf(file));
    const other = flags.get(place);
    if (other !== undefined) throw new UserError(`${other} and ${flag} are both to be written to ${file}`);
    flags.set(place, flag);
  }
}

/** Returns the real path of a file, which need not be there yet. Throws an error when it cannot be written. */
async function placeOf(file: string): Promise<string> {
  const path = resolve(file);
  const found = await stat(path).catch(nullIfMissing);
  if (found?.isDirectory()) throw new Error("it is a folder; name a file in it");
  const folder = dirname(path);
  await access(found === null ? folder : path, constants.W_OK);
  return found === null ? join(await realpath(folder), basename(path)) : realpath(path);
}

/** A file of a report, and what is to be in it. */
interface ReportFile {
  /** Undefined where it was not asked for. */
  readonly file: string | undefined;
  /** In one, or in pieces. */
  readonly text: () => Iterable<string> | Promise<string>;
}

/** Writes the files that were asked for, each even where another cannot be written. Returns what could not be. */
export async function writeReports(files: readonly ReportFile[]): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { file, text } of files) {
    if (file === undefined) continue;
    try {
      await writeWhole(file, await text());
    } catch (error) {
      problems.push(`${file} cannot be written: ${unwritableReason(error)}`);
    }
  }
  return problems;
}

/**
 * Writes a file beside its place and then puts it there, so that an older report stays until the new one is whole. What is
 * no plain file, or stands in a folder that takes no other one, is written in place.
 */
async function writeWhole(file: string, text: Iterable<string>): Promise<void> {
  const place = await realpath(file).catch(() => resolve(file));
  const found = await stat(place).catch(() => null);
  const temporary = `${place}.${process.pid}.tmp`;
  const beside = found?.isFile() === false ? null : await open(temporary, "wx", found?.mode).catch(() => null);
  if (beside === null) return writeFile(file, text);
  try {
    await writeFile(beside, text);
    await beside.close();
    await rename(temporary, place);
  } catch (error) {
    await beside.close();
    await rm(temporary, { force: true });
    throw error;
  }
}
