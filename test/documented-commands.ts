/**
 * Writes the commands of a page, those that have a word in them or those that have not, as one script of bash that ends
 * at the first command that fails. Where commands need more than a test has, such as Docker, the page is run by this.
 *
 *   node test/documented-commands.ts docs/image.md --with 'docker compose'
 *   node test/documented-commands.ts docs/image.md --without 'docker compose'
 */
import { parseArgs } from "node:util";
import { DocumentedBlocks } from "./documented-blocks.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { with: { type: "string" }, without: { type: "string" } },
});
const [name = ""] = positionals;
const page = new DocumentedBlocks(name);
const blocks = page.takeAll("sh").filter(({ text }) => {
  const isLeftOut = values.without !== undefined && text.includes(values.without);
  return !isLeftOut && (values.with === undefined || text.includes(values.with));
});
const [other] = page.notRun;
if (other !== undefined) throw new Error(`${name}:${other.line}: no test runs ${other.language} here`);
if (blocks.length === 0) throw new Error(`${name} has no such commands`);
console.log("set -euo pipefail");
for (const { line, text } of blocks) console.log(`echo '== ${name}:${line}'\n${text}`);
