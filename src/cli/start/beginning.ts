import { hash } from "node:crypto";
import { isFixtureFile, readFixture } from "../../engine/beginning/fixture/fixture-files.ts";
import type { LocatedFixture } from "../../engine/beginning/fixture/parse-fixture.ts";
import { readSaveFile } from "../../engine/beginning/save-file/read-save-file.ts";
import type { SavedPlace } from "../../engine/history/world-snapshot.ts";
import { parseJsonText } from "../../spec/json-text.ts";
import { type Problem, tellProblems } from "../../spec/problem.ts";
import type { WorldSource } from "../../store/world-origin.ts";
import { readTextFile, UnusableTextFile } from "../../text-file.ts";
import { reasonOf, UserError } from "../user-error.ts";
import type { Configuration } from "./configuration.ts";

/** What a first world is made from: a fixture, or a save-file of another world. */
export interface Beginning {
  readonly source: WorldSource;
  readonly content: { readonly fixture: LocatedFixture } | { readonly saved: SavedPlace };
}

/** The file that a first world should begin from is not there. A world that has begun from it needs it no more. */
export class BeginningGone extends UserError {
  readonly file: string;

  constructor(file: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.file = file;
  }
}

/** Reads what the options name. Throws `UserError`. */
export function readBeginning({ world, fixture }: Configuration): Promise<Beginning> {
  return world === undefined ? fixtureBeginning(fixture) : savedBeginning(world);
}

async function fixtureBeginning(name: string): Promise<Beginning> {
  const found = await readFixture(name);
  if ("unknown" in found) {
    if (isFixtureFile(name)) throw new BeginningGone(name, `cannot read the fixture ${name}: there is no such file`);
    const allowed = found.allowed.join(", ");
    throw new UserError(`there is no fixture "${name}"; allowed: ${allowed}, or a .yaml or .json file`);
  }
  if ("problems" in found) throw new UserError(problemLines(found.problems));
  if (!isFixtureFile(name)) return { source: { kind: "fixture", name }, content: { fixture: found } };
  // Only the content counts: with a comment or another name it is the same beginning.
  const { name: _, ...content } = found.fixture;
  const digest = hash("sha256", JSON.stringify(content));
  return { source: { kind: "fixture-file", name, digest }, content: { fixture: found } };
}

/** One problem a line, because a fixture can have many. */
function problemLines(problems: readonly Problem[]): string {
  return problems.map((problem) => tellProblems([problem])).join("\nerror: ");
}

async function savedBeginning(name: string): Promise<Beginning> {
  const text = await readTextFile(name, "the save-file").catch((cause: unknown) => {
    const isGone = cause instanceof UnusableTextFile && cause.isMissing;
    throw isGone ? new BeginningGone(name, cause.message, { cause }) : new UserError(reasonOf(cause), { cause });
  });
  const parsed = parseJsonText(text);
  const saved = "value" in parsed ? readSaveFile(parsed.value) : { problems: [{ at: "", message: parsed.problem }] };
  if ("problems" in saved) throw new UserError(`the save-file ${name} is not usable: ${tellProblems(saved.problems)}`);
  return { source: { kind: "save-file", name, digest: hash("sha256", text) }, content: { saved } };
}
