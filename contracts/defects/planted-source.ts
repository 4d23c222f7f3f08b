import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { Edit } from "./defect.ts";

const root = new URL("../../", import.meta.url);
const source = new URL("src/", root).href;
const marks = new Map<string, readonly Edit[]>();
const applied = new Set<string>();

/** The source has changed, so a change of it does not apply: somebody must look at it. */
export class DoesNotApply extends Error {
  override readonly name = "DoesNotApply";
}

/** Returns the text with the change. Throws `DoesNotApply` unless `find` stands in it exactly once. */
export function changed(text: string, { file, find, replace }: Edit): string {
  const times = text.split(find).length - 1;
  if (times !== 1) throw new DoesNotApply(`${file} has ${times} times, not once: ${find}`);
  return text.replace(find, () => replace);
}

// Modules with a mark are other modules than those without it, so a process can load the source many times.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    const mark = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get("planted");
    if (mark === null || !resolved.url.startsWith(source) || resolved.url.includes("?")) return resolved;
    return { ...resolved, url: `${resolved.url}?planted=${mark}` };
  },
  load(url, context, nextLoad) {
    const mark = url.startsWith(source) ? new URL(url).searchParams.get("planted") : null;
    const changes = mark === null ? [] : (marks.get(mark) ?? []);
    const ours = changes.filter(({ file }) => url.startsWith(`${new URL(file, root).href}?`));
    if (ours.length === 0) return nextLoad(url, context);
    applied.add(`${mark}`);
    return { format: "module-typescript", shortCircuit: true, source: ours.reduce(changed, readFile(url)) };
  },
});

/** Loads a module anew, and with it all modules of the source that it imports, with the changes. */
export async function loadPlanted(file: string, changes: readonly Edit[]): Promise<unknown> {
  const mark = `${marks.size}`;
  marks.set(mark, changes);
  const loaded: unknown = await import(`${new URL(file, root).href}?planted=${mark}`);
  if (changes.length > 0 && !applied.has(mark)) throw new DoesNotApply(`${changes[0]?.file} is not loaded`);
  return loaded;
}

function readFile(url: string): string {
  return readFileSync(fileURLToPath(url), "utf8");
}
