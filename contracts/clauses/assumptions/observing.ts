import { NOT_SHOWN, NotJudged } from "../judging.ts";

/** Returns what differs, each once. Throws `NotJudged` when there is nothing to look at. */
export function observed<T>(items: readonly T[], look: (item: T) => string | false | undefined): readonly string[] {
  if (items.length === 0) throw new NotJudged(NOT_SHOWN);
  return [...new Set(items.flatMap((item) => look(item) || []))];
}
