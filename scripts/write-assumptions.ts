/**
 * Writes docs/assumptions.md from the `x-assumed` of openapi/interface.yaml. With `--check` it writes nothing and exits 1
 * when the committed page is stale.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { collectAssumptions, type JsonObject } from "./assumptions.ts";
import { assumptionsPage } from "./assumptions-page.ts";

const root = new URL("../", import.meta.url);
const page = new URL("docs/assumptions.md", root);
const document: JsonObject = parse(readFileSync(new URL("openapi/interface.yaml", root), "utf8"));

const text = assumptionsPage(document, collectAssumptions(document));
const isStale = !existsSync(page) || readFileSync(page, "utf8") !== text;
if (!isStale) {
  console.log("docs/assumptions.md is up to date.");
} else if (process.argv.includes("--check")) {
  console.error("Stale, run `node scripts/write-assumptions.ts` and commit: docs/assumptions.md");
  process.exitCode = 1;
} else {
  writeFileSync(page, text);
  console.log("Written: docs/assumptions.md");
}
