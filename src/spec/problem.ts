import { secretNames } from "./generated/secret-names.ts";

/** Something wrong in a request: where (`body/value`, `query/limit`, `body`), and in English what and what is allowed. */
export interface Problem {
  readonly at: string;
  readonly message: string;
}

/** The maximum number of problems in an error: more do not help, and an attacker's request must not cause a long response. */
export const MAX_PROBLEMS = 20;

const MAX_PLACE = 200;
const MAX_MESSAGE = 1_000;

/** Returns the problems with long places and messages cut, as names and values of the sender can make them very long. */
export function shortProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ at, message }) => ({ at: cut(at, MAX_PLACE), message: cut(message, MAX_MESSAGE) }));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

/** Returns the problems in one line, each with its place if it has one. */
export function tellProblems(problems: readonly Problem[]): string {
  return problems.map(({ at, message }) => (at === "" ? message : `${at}: ${message}`)).join("; ");
}

const HIDDEN = new Set(secretNames.map((name) => name.toLowerCase()));
const MAX_ECHO = 40;

/** Whether the values at a place are never repeated. */
export function isHidden(at: string): boolean {
  return at.split("/").some((segment) => HIDDEN.has(segment.toLowerCase()));
}

/** Returns a value for a message: its kind if it has parts or must stay hidden, else its JSON, cut. */
export function describeValue(value: unknown, at: string): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  // A body that is nothing but a value may be a code that was sent without its name.
  if (at === "body" || isHidden(at)) return typeof value === "string" ? lengthOf(value) : `a ${typeof value}`;
  return quote(JSON.stringify(value) ?? String(value));
}

/** A space too many shows in the length. */
function lengthOf({ length }: string): string {
  return `a string of ${length} ${length === 1 ? "character" : "characters"}`;
}

/** Returns a name or value of the sender, cut. */
export function quote(text: string): string {
  const characters = Array.from(text.slice(0, 2 * MAX_ECHO));
  return characters.length > MAX_ECHO ? `${characters.slice(0, MAX_ECHO).join("")}...` : text;
}
