import { hash } from "node:crypto";
import { isFixtureFile, readNamedFixture } from "../../engine/beginning/fixture/fixture-files.ts";
import { type LocatedFixture, parseFixture } from "../../engine/beginning/fixture/parse-fixture.ts";
import { readSaveFile } from "../../engine/beginning/save-file/read-save-file.ts";
import type { SavedPlace } from "../../engine/history/world-snapshot.ts";
import { parseJsonText } from "../../spec/json-text.ts";
import { tellProblems } from "../../spec/problem.ts";
import type { WorldSource } from "../../store/world-origin.ts";
import { readTextFile } from "../../text-file.ts";
import { reasonOf, UserError } from "../user-error.ts";
import type { Configuration } from "./configuration.ts";

/** What a first world is made from: a fixture, or a save-file of another world. */
export interface FirstBeginning {
  readonly source: WorldSource;
  readonly content: { readonly fixture: LocatedFixture } | { readonly saved: SavedPlace };
}

/** The file that a first world should begin from is not there, or is no text. A world that has begun from it needs it no more. */
export class BeginningGone extends UserError {
  readonly file: string;

  constructor(file: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.file = file;
  }
}

/** Reads what the options name. Throws `UserError`. */
export function readBeginning({ world, fixture }: Configuration): Promise<FirstBeginning> {
  return world === undefined ? fixtureBeginning(fixture) : savedBeginning(world);
}

async function fixtureBeginning(name: string): Promise<FirstBeginning> {
  const isFile = isFixtureFile(name);
  const text = isFile ? await textOf(name, "the fixture") : "";
  const found = isFile ? await parseFixture(text, name) : await readNamedFixture(name);
  if ("unknown" in found) {
    const allowed = found.allowed.join(", ");
    throw new UserError(`there is no fixture "${name}"; allowed: ${allowed}, or a .yaml or .json file`);
  }
  if ("problems" in found) {
    if (text.includes('"checksum":')) throw new UserError(`${name} is a save-file; begin with it by --world ${name}`);
    // One problem a line, because a fixture can have many.
    throw new UserError(found.problems.map((problem) => tellProblems([problem])).join("\nerror: "));
  }
  if (!isFile) return { source: { kind: "fixture", name }, content: { fixture: found } };
  // Only the content counts: with a comment or another name it is the same beginning.
  const { name: _, ...content } = found.fixture;
  const digest = hash("sha256", JSON.stringify(content));
  return { source: { kind: "fixture-file", name, digest }, content: { fixture: found } };
}

async function savedBeginning(name: string): Promise<FirstBeginning> {
  const text = await textOf(name, "the save-file");
  const parsed = parseJsonText(text);
  const saved = "value" in parsed ? readSaveFile(parsed.value) : { problems: [{ at: "", message: parsed.problem }] };
  if ("problems" in saved) throw new UserError(`the save-file ${name} is not usable: ${tellProblems(saved.problems)}`);
  return { source: { kind: "save-file", name, digest: hash("sha256", text) }, content: { saved } };
}

async function textOf(file: string, what: string): Promise<string> {
  return readTextFile(file, what).catch((cause: unknown) => {
    throw new BeginningGone(file, reasonOf(cause), { cause });
  });
}
