/** Prints how often each banned word stands in files or folders, and with `--list` where: node test/words/count-words.ts src */
import { findWords } from "./find-words.ts";

const places = process.argv.slice(2).filter((argument) => argument !== "--list");
const findings = findWords(places);
if (process.argv.includes("--list"))
  for (const { place, found, better } of findings) console.log(`${place}: "${found}": write ${better}`);
const byWord = Map.groupBy(findings, ({ better }) => better);
for (const [better, { length }] of [...byWord].toSorted((a, b) => b[1].length - a[1].length)) {
  console.log(
    `${length}\t${[...new Set(byWord.get(better)?.map(({ found }) => found.toLowerCase()))].slice(0, 5).join(", ")} → ${better}`,
  );
}
console.log(`${findings.length}\tin all`);
