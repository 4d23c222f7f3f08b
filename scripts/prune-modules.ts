/**
 * Takes out of `node_modules` what a program that runs never reads; of an image's layer that is more than half.
 *
 *   node scripts/prune-modules.ts node_modules
 */
import { type Dirent, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** vite loads it to make style sheets, of which there are none here, and its native part alone has ten megabytes. */
const neverLoaded = /^lightningcss(?:-|$)/;

/** Types and sources, which Node does not run from here, maps of them, texts and tests. */
const unneededFiles = /\.(?:[cm]?ts|map|md|markdown|flow|test\.[cm]?js)$/i;

/** Who hands on a package hands on its licence. */
const legalTexts = /^(?:licen[cs]e|notice|copying|third)/i;

/** At the root of a package only: further inside, code has such names, too. */
const unneededFolders = /^(?:\..+|tests?|__tests__|docs?|examples?|bench(?:mark)?s?)$/i;

for (const folder of process.argv.slice(2)) pruneModules(folder);

function pruneModules(folder: string): void {
  for (const name of foldersIn(folder)) {
    const path = join(folder, name);
    if (neverLoaded.test(name) || name === ".bin") remove(path);
    else if (name.startsWith("@")) pruneModules(path);
    else prunePackage(path);
  }
}

function prunePackage(folder: string): void {
  for (const name of foldersIn(folder)) {
    if (unneededFolders.test(name)) remove(join(folder, name));
  }
  pruneFolder(folder);
}

/** Links are left alone: what they lead to may lie outside. */
function pruneFolder(folder: string): void {
  for (const entry of entriesOf(folder)) {
    if (entry.isFile() && isUnneeded(entry.name)) remove(join(folder, entry.name));
  }
  for (const name of foldersIn(folder)) {
    const prune = name === "node_modules" ? pruneModules : pruneFolder;
    prune(join(folder, name));
  }
}

function isUnneeded(file: string): boolean {
  return unneededFiles.test(file) && !legalTexts.test(file);
}

function foldersIn(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true });
}

function remove(path: string): void {
  rmSync(path, { recursive: true });
}
