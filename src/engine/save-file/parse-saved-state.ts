import { durationProblem } from "../../domain/duration.ts";
import { shortened } from "../../domain/shortened.ts";
import { packageFolder } from "../../package-folder.ts";
import { documentForm } from "../../spec/document-form.ts";
import { type FixturePath, jsonPath, type PathProblem } from "../../spec/fixture-place.ts";
import type { SavedState } from "./saved-state.ts";
import { savedStateProblems } from "./saved-state-problems.ts";

/** Something in a save-file that cannot be: a JSON path, and a sentence that begins with the name of what stands there. */
export interface SaveFileProblem {
  readonly at: string;
  readonly message: string;
}

const stateForm = documentForm({
  schema: new URL("fixtures/save-file.schema.json", packageFolder),
  definition: "state",
  whole: "the state",
  formats: { duration: durationProblem },
});

/** Longer than any path that the schema knows, and than any sentence about what is right: what is wrong can be of any length. */
const longestPath = 200;
const longestMessage = 1_000;

/**
 * Checks what may be the state of a save-file, whoever wrote it: its form first, then all that would make the world
 * impossible. `place` is where the value stands in the document that problems speak of. The state is the value itself,
 * not a copy. At least one problem, at most 20.
 */
export function parseSavedState(
  value: unknown,
  place: FixturePath = [],
): { readonly state: SavedState } | { readonly problems: readonly SaveFileProblem[] } {
  const wrongForm = stateForm(value);
  if (wrongForm.length > 0) return { problems: wrongForm.map((problem) => told(problem, place)) };
  // The schema and the type say the same.
  const state = value as SavedState;
  const problems = savedStateProblems(state);
  return problems.length > 0 ? { problems: problems.map((problem) => told(problem, place)) } : { state };
}

function told({ path, message }: PathProblem, place: FixturePath): SaveFileProblem {
  const at = shortened(jsonPath([...place, ...path]), longestPath);
  return { at, message: shortened(message, longestMessage) };
}
