import type { FixturePath, FixtureProblem } from "../../spec/fixture-place.ts";
import { readYaml, type YamlSource } from "../../spec/yaml-source.ts";
import { ScenarioInvalid } from "./problem.ts";

/**
 * Reads YAML, for people who write their first file.
 * @throws ScenarioInvalid with the places that cannot be read.
 */
export function readScenario(text: string, name: string): YamlSource {
  const source = readYaml(text, name);
  if ("problems" in source) {
    // What is wrong behind a tab is wrong because of it.
    const tabs = source.problems.filter(({ message }) => message.startsWith("Tabs are"));
    throw new ScenarioInvalid((tabs.length > 0 ? tabs : source.problems).map(inPlainWords));
  }
  const cycle = cycleIn(source.value, [], []);
  if (cycle === null) return source;
  throw new ScenarioInvalid([{ at: source.locate(cycle), message: "an alias (*) leads to what it stands in itself" }]);
}

function inPlainWords({ at, message }: FixtureProblem): FixtureProblem {
  const found = plainWords.find(({ beginning }) => message.startsWith(beginning));
  return { at, message: found?.plain ?? message.replace("one fixture", "one scenario file") };
}

const plainWords = [
  {
    beginning: "Nested mappings are not allowed",
    plain: 'this text has ": " in it, and must stand in quotes; or the line is indented too far',
  },
  { beginning: "Tabs are not allowed", plain: "this line is indented with a tab; indent with spaces" },
  {
    beginning: "All mapping items must start at the same column",
    plain: "this line must be indented as far as the one above it that it belongs to",
  },
  {
    beginning: "Sequence item without - indicator",
    plain: "this line must be indented as far as the one above it that it belongs to",
  },
];

/** The way to something that holds itself, which would never end; null where there is none. */
function cycleIn(value: unknown, path: FixturePath, above: readonly object[]): FixturePath | null {
  if (typeof value !== "object" || value === null) return null;
  if (above.includes(value)) return path;
  for (const [key, inner] of Object.entries(value)) {
    const found = cycleIn(inner, [...path, Array.isArray(value) ? Number(key) : key], [...above, value]);
    if (found !== null) return found;
  }
  return null;
}
