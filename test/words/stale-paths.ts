import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { projectFiles, root } from "./project-files.ts";
import { commentsOf } from "./readable-text.ts";

const folderNames = new Set(projectFiles.flatMap((file) => file.split("/").slice(0, -1)));
// `saldo/client` is the package, and not the folder of the skill.
folderNames.delete("saldo");
/** Every end of every path, because ARCHITECTURE says `http/server/bind.ts` for `src/http/server/bind.ts`. */
const ends = new Set(projectFiles.flatMap((file) => parents(file).flatMap(tails)));
const pathPattern = /(?<![\w./:@$*…-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|mjs|cjs|md|ya?ml|json|jsonl|svg)\b/g;
const folderPattern = /(?<![\w./:@$-])(?:[\w.-]+\/)+[\w-]*(?![\w.-])/g;

/** Returns the paths in this file that lead nowhere. Reads links and quoted names of a page, and comments of a program. */
export function stalePaths(file: string): readonly string[] {
  const text = readFileSync(new URL(file, root), "utf8");
  const stale = (paths: readonly string[]) => [...new Set(paths)].filter((path) => !exists(path, file));
  if (file.endsWith(".md")) return stale(pathsOfPage(text));
  // To find the comments is slow, and few programs have such a text anywhere.
  return stale(pathsIn(text)).length === 0 ? [] : stale([...pathsIn(commentsOf(text)), ...pagesIn(text)]);
}

function pathsOfPage(page: string): readonly string[] {
  const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...prose.matchAll(/`([^`\n]+)`|\]\(([^)\s]+)\)/g)].flatMap(({ 1: quoted = "", 2: link }) => {
    if (link !== undefined) return /^(?:https?:|#)/.test(link) ? [] : [link.replace(/#.*/, "")];
    return [...pathsIn(quoted), ...foldersIn(quoted)];
  });
}

/** Paths of files with a folder, and names of programs. Any other name may be that of a user's file. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(pathPattern)].map(([path]) => path).filter((path) => /\/|\.ts$/.test(path));
}

/** `http/control`, if its first folder is one of the project's, and everything that ends with a slash. */
function foldersIn(text: string): readonly string[] {
  const found = [...text.matchAll(folderPattern)].map(([path]) => path);
  return found.filter((path) => path.endsWith("/") || folderNames.has(path.slice(0, path.indexOf("/"))));
}

/** Pages that a program names in its messages. */
function pagesIn(program: string): readonly string[] {
  return [...program.matchAll(/(?<![\w/.])docs\/[\w-]+\.md\b/g)].map(([path]) => path);
}

function exists(path: string, from: string): boolean {
  const name = path.replace(/\/$/, "");
  return [name, posix.join(posix.dirname(from), name)].some((one) => ends.has(one));
}

function parents(path: string): readonly string[] {
  return path === "." ? [] : [path, ...parents(posix.dirname(path))];
}

function tails(path: string): readonly string[] {
  return path.split("/").map((_, at, parts) => parts.slice(at).join("/"));
}
