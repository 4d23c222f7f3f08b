import { readdirSync } from "node:fs";

/** The root of the repository. */
export const root = new URL("../../", import.meta.url);

const notOurs = new Set(["node_modules", ".git", "dist", "data"]);

/** All files of the repository that are written by hand, from its root. */
export const projectFiles: readonly string[] = filesBelow("").filter((file) => !file.includes("/generated/"));

function filesBelow(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : filesBelow(`${folder}${entry.name}/`);
    return [`${folder}${entry.name}`];
  });
}

/** Whether it is a program that users run, and no test. */
export function isProduct(file: string): boolean {
  return /\.tsx?$/.test(file) && !/\.(?:test|conformance)\.ts$|\/testing\/|^contracts\/defects\//.test(file);
}
