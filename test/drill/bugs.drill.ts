import { BooksDiffer, drill } from "saldo/drill";
import { expect, test } from "vitest";
import { Application } from "../../examples/drill/application.ts";
import { effort } from "../effort.ts";
import { hasPython } from "../has-python.ts";
import { drilledExample } from "./drilled-example.ts";
import { drillOther } from "./other-apps.ts";
import { loadPlanted } from "./planted-bug.ts";
import { plantedBugs } from "./planted-bugs.ts";

const seed = Number(process.env.TEST_SEED);

/** The longest story that is still read. */
const MAX_STEPS = 5;

test.for(plantedBugs)("$name is found, in a story of at most five steps", async (bug) => {
  const application = await loadPlanted(bug);
  const error: unknown = await drill({ ...drilledExample(application), seconds: 120, seed }).catch((one) => one);
  if (!(error instanceof BooksDiffer)) throw new Error(`found nothing: ${JSON.stringify(error)}`);
  expect(error.found.story.length - 1, error.message).toBeLessThanOrEqual(MAX_STEPS);
  expect(error.found.isRepeatable, error.message).toBe(true);
});

test("the correct application has no difference", async () => {
  const { worlds } = await drill({ ...drilledExample(Application), seconds: 15 * effort, seed });
  expect(worlds).toBeGreaterThan(0);
});

test.skipIf(!hasPython)("nor has the correct one in Python, whose process dies and starts again", async () => {
  const { worlds } = await drillOther("python", null, { seconds: 15 * effort, seed });
  expect(worlds).toBeGreaterThan(0);
});
