import { findPackageJSON } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * The folder of the package, where `package.json` and `fixtures/` lie. It is looked for upwards, because it is not the
 * same distance from `src/` as from `dist/src/`.
 */
export const packageFolder = new URL(".", pathToFileURL(manifestPath()));

function manifestPath(): string {
  const path = findPackageJSON(import.meta.url);
  if (path === undefined) throw new Error(`no package.json lies above ${import.meta.url}`);
  return path;
}
