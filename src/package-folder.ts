import { existsSync } from "node:fs";

/**
 * The folder of the package, where `package.json` and `fixtures/` lie. It is looked for upwards, because it is not the
 * same distance from `src/` as from `dist/src/`; and by hand, because what `node:module` has for it is missing from the
 * versions of Node that are to be told that they are too old.
 */
export const packageFolder = folderWithManifest(new URL(".", import.meta.url));

function folderWithManifest(folder: URL): URL {
  if (existsSync(new URL("package.json", folder))) return folder;
  const above = new URL("..", folder);
  if (above.href === folder.href) throw new Error(`no package.json lies above ${import.meta.url}`);
  return folderWithManifest(above);
}
