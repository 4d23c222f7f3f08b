/** Puts the JSON documents of the product beside its compiled code: `tsc` copies only what is imported. */
import { cpSync, globSync } from "node:fs";
import { join } from "node:path";

const documents = ["src/spec/generated/*.json", "contracts/**/*.json"];
const onlyForTests = ["contracts/**/testing/**", "contracts/defects/**"];
const root = join(import.meta.dirname, "..");

for (const file of globSync(documents, { cwd: root, exclude: onlyForTests })) {
  cpSync(join(root, file), join(root, "dist", file));
}
