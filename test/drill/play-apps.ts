/**
 * Drills the applications in other languages, as they are or with each of their planted bugs.
 *
 * Ends with 1 if a correct one differs, or a bug is not found.
 *
 *   node --conditions saldo-source test/drill/play-apps.ts <python|php> <correct|part of a bug's name> [seconds] [seed]
 */
import { BooksDiffer } from "saldo/drill";
import { drillOther, languages } from "./other-apps.ts";
import { otherPlantedBugs } from "./other-planted-bugs.ts";

const [, , named = "", part = "", seconds = "60", seed = "7"] = process.argv;
const language = languages.find((one) => one === named);
if (language === undefined) throw new Error(`say which: ${languages.join(" or ")}`);
const bugs = part === "correct" ? [null] : otherPlantedBugs[language].filter(({ name }) => name.includes(part));
for (const bug of bugs) {
  const startedAt = performance.now();
  const took = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  const name = bug?.name ?? "correct";
  try {
    const { worlds } = await drillOther(language, bug, { seconds: Number(seconds), seed });
    console.log(`${language}, ${name}: no difference in ${worlds} worlds, ${took()} s`);
    if (bug !== null) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof BooksDiffer)) throw error;
    if (bug === null) process.exitCode = 1;
    const { story, seed: found, differences, isRepeatable, foundMs } = error.found;
    const again = isRepeatable ? "repeats" : "DIFFERS";
    console.log(
      `${language}, ${name}: world ${found.world + 1}, found in ${(foundMs / 1_000).toFixed(1)} s, shrunk in ${took()} s, ${story.length - 1} steps, ${again}: ${differences[0]?.text}`,
    );
    if (bugs.length === 1) console.log(error.message);
  }
}
