import { readFileSync } from "node:fs";
import { packageFolder } from "./package-folder.ts";

export const version: string = readVersion(readFileSync(new URL("package.json", packageFolder), "utf8"));

function readVersion(text: string): string {
  const manifest: unknown = JSON.parse(text);
  if (typeof manifest === "object" && manifest !== null && "version" in manifest) return String(manifest.version);
  throw new Error("package.json has no version");
}
