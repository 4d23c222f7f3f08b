import { packageFolder } from "./package-folder.ts";

/** The build writes many files of the source into one, so no file can name another one relative to itself. */
const isBuilt = new URL(import.meta.url).pathname.endsWith(".js");

/**
 * Returns where a file of the code is. `path` is its path in the repository. In a clone that is the file itself, in the
 * package what the build has made of it.
 */
export function codeFile(path: string): URL {
  return new URL(isBuilt ? `dist/${path.replace(/\.ts$/, ".js")}` : path, packageFolder);
}
