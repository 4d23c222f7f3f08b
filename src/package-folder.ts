import { existsSync } from "node:fs";

/**
 * The folder of the package, with `package.json` and `fixtures/`. The search goes upwards, since `src/` and `dist/src/`
 * differ in depth. It does not use `node:module`, whose function for this is missing in the old Node versions that must
 * get an error.
 */
export const packageFolder = folderWithManifest(new URL(".", import.meta.url));

function folderWithManifest(folder: URL): URL {
  if (existsSync(new URL("package.json", folder))) return folder;
  const above = new URL("..", folder);
  if (above.href === folder.href) throw new Error(`no package.json lies above ${import.meta.url}`);
  return folderWithManifest(above);
}
