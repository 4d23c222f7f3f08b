import { nearest } from "../nearest.ts";
import { allowed } from "./problem.ts";

/** Of these names the one that was perhaps meant; else all that are allowed. For the end of a message. */
export function closest(given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  return near === undefined ? allowed([...new Set(names)]) : `is it ${near}?`;
}
