import { readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { changed, DoesNotApply, type Edit } from "./edit.ts";

const root = new URL("../../", import.meta.url);
const source = new URL("src/", root).href;

interface Planting {
  readonly changes: readonly Edit[];
  /** The modules that are loaded anew: those that change, and all that import them. All others are shared. */
  readonly anew: ReadonlySet<string>;
}

const plantings = new Map<string, Planting>();
const applied = new Set<string>();

// Modules with a mark are other modules than those without it, so a process can load the source many times.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const mark = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get("planted");
    if (mark === null || plantings.get(mark)?.anew.has(resolved.url) !== true) return resolved;
    return { ...resolved, url: `${resolved.url}?planted=${mark}` };
  },
  load(url, context, nextLoad) {
    const mark = url.startsWith(source) ? new URL(url).searchParams.get("planted") : null;
    const { changes } = plantings.get(mark ?? "") ?? { changes: [] };
    const ours = changes.filter(({ file }) => url.startsWith(`${new URL(file, root).href}?`));
    if (ours.length === 0) return nextLoad(url, context);
    applied.add(`${mark}`);
    return { format: "module-typescript", shortCircuit: true, source: ours.reduce(changed, readFile(url)) };
  },
});

/** Loads a module anew with the changes, and with it the modules between it and what changes. */
export async function loadPlanted(file: string, changes: readonly Edit[]): Promise<unknown> {
  const mark = `${plantings.size}`;
  plantings.set(mark, { changes, anew: importersOf(changes.map((change) => new URL(change.file, root).href)) });
  const loaded: unknown = await import(`${new URL(file, root).href}?planted=${mark}`);
  if (changes.length > 0 && !applied.has(mark)) throw new DoesNotApply(`${changes[0]?.file} is not loaded`);
  return loaded;
}

/** Returns the modules, and all of the source that import them, directly or not. */
function importersOf(urls: readonly string[]): ReadonlySet<string> {
  const found = new Set(urls);
  for (const url of found) {
    for (const [importer, imported] of imports) if (imported.has(url)) found.add(importer);
  }
  return found;
}

/** What each module of the source imports, types aside, which are gone when it runs. */
const imports = new Map(
  readdirSync(new URL(source), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => new URL(name, source).href)
    .map((url) => [url, importedBy(url)]),
);

function importedBy(url: string): ReadonlySet<string> {
  const text = readFile(url).replaceAll(/^(import|export) type .*?;$/gms, "");
  return new Set(
    [...text.matchAll(/(?:from|import)[ (]*"(\.[^"]+)"/g)].map(([, name = ""]) => new URL(name, url).href),
  );
}

function readFile(url: string): string {
  return readFileSync(fileURLToPath(url), "utf8");
}
