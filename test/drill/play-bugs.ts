/**
 * Drills every planted bug, and says how fast it was found and how short its story is.
 *
 *   node --conditions saldo-source test/drill/play-bugs.ts [part of a name] [seed]
 */
import { BooksDiffer, drill } from "saldo/drill";
import { drilledExample } from "./drilled-example.ts";
import { loadPlanted } from "./planted-bug.ts";
import { plantedBugs } from "./planted-bugs.ts";

const [, , part = "", seed = "7"] = process.argv;
for (const bug of plantedBugs.filter(({ name }) => name.includes(part))) {
  const startedAt = performance.now();
  const application = await loadPlanted(bug);
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  try {
    const { worlds } = await drill({ ...drilledExample(application), seconds: 60, seed });
    console.log(`NOT FOUND in ${worlds} worlds: ${bug.name}`);
  } catch (error) {
    if (!(error instanceof BooksDiffer)) throw error;
    const { story, seed: found, differences, isRepeatable } = error.found;
    console.log(
      `${bug.name}: world ${found.world + 1}, ${seconds()} s, ${story.length - 1} steps, ${isRepeatable ? "repeats" : "DIFFERS"}: ${differences[0]?.text}`,
    );
    if (part !== "") console.log(error.message);
  }
}
