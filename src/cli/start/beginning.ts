import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type FoundFixture, isFixtureFile, readFixture } from "../../engine/beginning/fixture/fixture-files.ts";
import type { LocatedFixture } from "../../engine/beginning/fixture/parse-fixture.ts";
import { readSaveFile } from "../../engine/beginning/save-file/read-save-file.ts";
import type { SavedPlace } from "../../engine/history/world-snapshot.ts";
import { parseJsonText } from "../../spec/json-text.ts";
import { tellProblems } from "../../spec/problem.ts";
import type { WorldSource } from "../../store/world-origin.ts";
import { refusing, StartRefused } from "../start-refused.ts";
import type { Configuration } from "./configuration.ts";

/** What a first world is made from: a fixture, or a place where another world was saved. */
export interface Beginning {
  readonly source: WorldSource;
  readonly content: { readonly fixture: LocatedFixture } | { readonly saved: SavedPlace };
}

/** Reads what the options name, also where there is a world already: a wrong name is a mistake in any case. Throws `StartRefused`. */
export async function readBeginning({ world, fixture: name }: Configuration): Promise<Beginning> {
  if (world !== undefined) {
    const text = await refusing(() => readFile(world, "utf8"), `the save-file ${world} cannot be read`);
    const source = { kind: "save-file", name: world, digest: hash("sha256", text) } as const;
    return { source, content: { saved: savedPlace(world, text) } };
  }
  const fixture = usable(await readFixture(name), name);
  if (!isFixtureFile(name)) return { source: { kind: "fixture", name }, content: { fixture } };
  // What it says counts, not how it is written or called: a comment makes no other beginning.
  const { name: _, ...content } = fixture.fixture;
  const digest = hash("sha256", JSON.stringify(content));
  return { source: { kind: "fixture-file", name, digest }, content: { fixture } };
}

function usable(found: FoundFixture, name: string): LocatedFixture {
  if ("unknown" in found) {
    throw new StartRefused(
      `there is no fixture "${name}"; allowed: ${found.allowed.join(", ")}, or a .yaml or .json file`,
    );
  }
  if ("problems" in found) throw new StartRefused(tellProblems(found.problems));
  return found;
}

function savedPlace(file: string, text: string): SavedPlace {
  const parsed = parseJsonText(text, "it");
  const saved = "value" in parsed ? readSaveFile(parsed.value) : { problems: [{ at: "", message: parsed.problem }] };
  if ("problems" in saved) {
    throw new StartRefused(`the save-file ${file} is not usable: ${tellProblems(saved.problems)}`);
  }
  return saved;
}
