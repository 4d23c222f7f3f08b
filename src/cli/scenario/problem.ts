import type { FixturePath } from "../../spec/fixture-place.ts";
import { Usage } from "../usage.ts";

/** Something in a scenario file that cannot be, in English; `path` is the way to it. */
export interface Problem {
  readonly path: FixturePath;
  readonly message: string;
}

/** So many are told at once. */
const mostProblems = 20;

/** A file that cannot be run; each line of the message begins with a place: `file:line:column`. */
export class ScenarioInvalid extends Usage {
  constructor(problems: readonly { readonly at: string; readonly message: string }[]) {
    const lines = problems.slice(0, mostProblems).map(({ at, message }) => `${at}: ${message}`);
    const more = problems.length - lines.length;
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
  }
}

/** Names in the order in which they are given, for the end of a message. */
export function allowed(names: readonly string[]): string {
  return names.length === 0 ? "there are none" : `allowed are ${names.join(", ")}`;
}
