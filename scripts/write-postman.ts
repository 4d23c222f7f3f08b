/**
 * Writes examples/postman/saldo.postman_collection.json from the documents and the README. With `--check` it writes nothing
 * and exits 1 when the committed collection is stale.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadDocument } from "../src/spec/document.ts";
import { buildCollection } from "./postman-collection.ts";
import { sessionOf } from "./postman-session.ts";

const root = new URL("../", import.meta.url);
const name = "examples/postman/saldo.postman_collection.json";
const file = new URL(name, root);
const parts = [
  { name: "Interface", prefix: "", document: loadDocument("interface").dereferenced },
  { name: "Control plane", prefix: "/sandbox", document: loadDocument("control").dereferenced },
];
const session = sessionOf(readFileSync(new URL("README.md", root), "utf8"), parts);

const text = `${JSON.stringify(buildCollection(parts, session), null, 2)}\n`;
const isStale = !existsSync(file) || readFileSync(file, "utf8") !== text;
if (!isStale) {
  console.log(`${name} is up to date.`);
} else if (process.argv.includes("--check")) {
  console.error(`Stale, run \`node scripts/write-postman.ts\` and commit: ${name}`);
  process.exitCode = 1;
} else {
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, text);
  console.log(`Written: ${name}`);
}
