import { readFileSync } from "node:fs";

/** The package's version. `package.json` lies one level above both `src/` and `dist/`. */
export const version: string = readVersion(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

function readVersion(text: string): string {
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
  throw new Error("package.json has no version");
}
