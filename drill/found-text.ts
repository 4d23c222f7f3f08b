import type { Found } from "./run-drill.ts";
import { seedText } from "./seed.ts";
import { storyLines } from "./story.ts";

/** Returns what was found as people read it: the first difference, the story, and how to repeat it. */
export function foundText({ differences, story, conduct, seed, isRepeatable }: Found): string {
  const [first, ...others] = differences;
  return [
    first?.text ?? "",
    "",
    ...storyLines(story),
    ...(others.length === 0 ? [] : ["", "Also:", ...others.map(({ text }) => `- ${text}`)]),
    ...(conduct.length === 0 ? [] : ["", "What its calls should be:", ...conduct.map((text) => `- ${text}`)]),
    ...(isRepeatable
      ? []
      : ["", "Played again, the application answered differently: it depends on more than its world."]),
    "",
    `To repeat it: seed ${seedText(seed)}`,
  ].join("\n");
}
