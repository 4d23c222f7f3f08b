/**
 * Drills the example or an application in another language, as it is or with each of its planted bugs, and says how fast
 * each was found and how short its story is, or which pairs were never met.
 *
 * Ends with 1 if a correct one differs, or a bug is not found.
 *
 *   node --conditions saldo-source test/drill/play-apps.ts <example|python|php> <correct|part of a bug's name> [seconds] [seed]
 */
import { BooksDiffer, drill } from "saldo/drill";
import { Application } from "../../examples/drill/application.ts";
import { drilledExample } from "./drilled-example.ts";
import { drillOther, languages } from "./other-apps.ts";
import { otherPlantedBugs } from "./other-planted-bugs.ts";
import { loadPlanted, type PlantedBug } from "./planted-bug.ts";
import { plantedBugs } from "./planted-bugs.ts";

const [, , named = "", part = "", seconds = "60", seed = "7"] = process.argv;
const language = (["example", ...languages] as const).find((one) => one === named);
if (language === undefined) throw new Error(`say which: example, ${languages.join(" or ")}`);
const planted = language === "example" ? plantedBugs : otherPlantedBugs[language];
const bugs = part === "correct" ? [null] : planted.filter(({ name }) => name.includes(part));

async function drilled(app: typeof language, bug: PlantedBug | null) {
  const terms = { seconds: Number(seconds), seed };
  if (app === "python" || app === "php") return await drillOther(app, bug, terms);
  return await drill({ ...drilledExample(bug === null ? Application : await loadPlanted(bug)), ...terms });
}

for (const bug of bugs) {
  const startedAt = performance.now();
  const took = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  const name = bug?.name ?? "correct";
  try {
    const { worlds, pairs } = await drilled(language, bug);
    console.log(`${language}, ${name}: no difference in ${worlds} worlds, ${took()} s`);
    for (const { subject, fault, missing } of pairs)
      if (missing !== null) console.log(`  ${subject} × ${fault}: ${missing}`);
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
