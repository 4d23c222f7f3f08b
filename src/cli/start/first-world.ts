import { readFile } from "node:fs/promises";
import { digestOf } from "../../engine/api-key.ts";
import { type FoundFixture, readFixture } from "../../engine/fixture/fixture-files.ts";
import { readSaveFile } from "../../engine/save-file/read-save-file.ts";
import type { SavedPlace } from "../../engine/save-file/saved-state.ts";
import type { Worlds } from "../../engine/worlds.ts";
import { parseJsonText } from "../../spec/json-text.ts";
import { tellProblems } from "../../spec/problem.ts";
import { refusing, StartRefused } from "../start-refused.ts";
import type { Configuration } from "./configuration.ts";

/** How a first world begins; where there are worlds already, none of it is asked. */
export const beginningOptions = ["fixture", "world", "seed", "clock", "startAt"] as const;

/**
 * Makes the world that a start without worlds begins with, and answers with its API keys. A save-file has a clock of its
 * own, unless another one was asked for. Throws `StartRefused`.
 */
export async function createFirstWorld(
  worlds: Worlds,
  configuration: Configuration,
  clockIsGiven: boolean,
): Promise<readonly string[]> {
  const common = {
    worldId: "default",
    apiKey: (index: number) => (index === 0 ? configuration.apiKey : `${configuration.apiKey}-${index + 1}`),
  };
  const created =
    configuration.world === undefined
      ? await worlds.create({ ...common, ...(await fixtureOrder(configuration)) })
      : await worlds.createFrom({
          ...common,
          saved: await savedPlace(configuration.world),
          clock: clockIsGiven ? { mode: configuration.clock } : undefined,
        });
  if ("problems" in created) throw new StartRefused(tellProblems(created.problems));
  return created.companies.map(({ apiKey }) => apiKey);
}

/** The configured key, if it is one of a world that is there. */
export function knownKeys(worlds: Worlds, { apiKey }: Configuration): readonly string[] {
  return worlds.find(digestOf(apiKey)) === null ? [] : [apiKey];
}

async function fixtureOrder({ fixture: name, seed, startAt, clock }: Configuration) {
  const fixture = usable(await readFixture(name), name);
  return { fixtureName: fixture.fixture.name ?? name, fixture, seed, startAt, clock: { mode: clock } };
}

function usable(found: FoundFixture, name: string) {
  if ("unknown" in found) {
    throw new StartRefused(
      `there is no fixture "${name}"; allowed: ${found.allowed.join(", ")}, or a .yaml or .json file`,
    );
  }
  if ("problems" in found) throw new StartRefused(tellProblems(found.problems));
  return found;
}

async function savedPlace(file: string): Promise<SavedPlace> {
  const text = await refusing(() => readFile(file, "utf8"), `the save-file ${file} cannot be read`);
  const parsed = parseJsonText(text, "it");
  const saved =
    "value" in parsed ? await readSaveFile(parsed.value) : { problems: [{ at: "", message: parsed.problem }] };
  if ("problems" in saved) {
    throw new StartRefused(`the save-file ${file} is not usable: ${tellProblems(saved.problems)}`);
  }
  return saved;
}
