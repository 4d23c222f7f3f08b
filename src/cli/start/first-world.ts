import { digestOf } from "../../engine/api-key.ts";
import type { Worlds } from "../../engine/worlds.ts";
import { tellProblems } from "../../spec/problem.ts";
import type { WorldSource } from "../../store/world-origin.ts";
import type { WorldEntry } from "../../store/world-store.ts";
import { StartRefused } from "../start-refused.ts";
import type { Beginning } from "./beginning.ts";
import { type Configuration, type Given, namesOfGiven } from "./configuration.ts";
import { beginningOptions, changedSettings, differencesOf, optionsOfSaveFile } from "./same-beginning.ts";

/** The world that a start makes where there is none. */
export const firstWorldId = "default";

/** What is told of the worlds once the server listens. */
export interface Greeting {
  /** The API keys of the first world, as far as they are known. */
  readonly keys: readonly string[];
  /** What the first world was made from, or where the worlds were resumed from. */
  readonly world: string;
}

/** Makes the first world. A save-file has a clock of its own, unless another one was asked for. Throws `StartRefused`. */
export async function beginFirstWorld(
  worlds: Worlds,
  { apiKey, seed, startAt, clock, webhookUrls, routes }: Configuration,
  { source, content }: Beginning,
  given: Given,
): Promise<Greeting> {
  const common = {
    worldId: firstWorldId,
    apiKey: (index: number) => (index === 0 ? apiKey : `${apiKey}-${index + 1}`),
    origin: { source, webhookUrls, routes },
  };
  const created =
    "saved" in content
      ? await worlds.createFrom({ ...common, ...content, clock: given.has("clock") ? { mode: clock } : undefined })
      : await worlds.create({
          ...common,
          ...content,
          fixtureName: content.fixture.fixture.name ?? source.name,
          seed,
          startAt,
          clock: { mode: clock },
        });
  if ("problems" in created) throw new StartRefused(tellProblems(created.problems));
  const keys = created.companies.map(({ apiKey: key }) => key);
  return { keys, world: "saved" in content ? source.name : `fixture ${source.name}, clock ${clock}` };
}

/** Greets with worlds that are there already, and with the configured key if it is one of theirs. */
export function resumeWorlds(
  worlds: Worlds,
  { apiKey, data }: Configuration,
  given: Given,
  warn: (text: string) => void,
): Greeting {
  const keys = worlds.find(digestOf(apiKey)) === null ? [] : [apiKey];
  if (keys.length === 0 && given.has("apiKey")) {
    warn(`no world in ${data} has the API key that is set; they keep the ones that they were made with.`);
  }
  const count = worlds.list().length;
  return { keys, world: `${count === 1 ? "" : `${count} worlds `}resumed from ${data}` };
}

/**
 * Refuses to go on with worlds where another beginning is asked for than the first one had; `source`: what it is to be
 * made from, if somebody has set that. Where it is not known how the first one began, `warn` is told which options are
 * ignored. Throws `StartRefused`.
 */
export function refuseOtherBeginning(
  entries: readonly WorldEntry[],
  configuration: Configuration,
  source: WorldSource | null,
  given: Given,
  warn: (text: string) => void,
): void {
  if (entries.length === 0) return;
  const { data } = configuration;
  const others = entries.length === 1 ? "a world" : `${entries.length} worlds`;
  const origin = entries.find(({ worldId }) => worldId === firstWorldId)?.origin;
  const asked = namesOfGiven(given, beginningOptions);
  if (origin === undefined && asked.length > 0) {
    const are = asked.length === 1 ? "is" : "are";
    warn(
      `${data} already holds ${others}, so ${asked.join(", ")} ${are} ignored. To begin another world: --fresh, --data <new folder> or --store memory.`,
    );
  }
  const differences = origin === undefined ? [] : differencesOf(origin, configuration, source, given);
  if (differences.length > 0) throw new StartRefused(otherBeginningText(data, differences));
  const changed = changedSettings(origin, configuration, given);
  if (changed.length > 0) {
    warn(`the worlds in ${data} keep their settings; only new worlds begin with ${changed.join(", ")}.`);
  }
}

/** A save-file has a seed and a time of its own. */
export function warnOfSaveFile({ world }: Configuration, given: Given, warn: (text: string) => void): void {
  const moot = world === undefined ? [] : namesOfGiven(given, optionsOfSaveFile);
  if (moot.length > 0) warn(`a save-file says these itself; ignored: ${moot.join(", ")}.`);
}

function otherBeginningText(data: string, differences: readonly string[]): string {
  return [
    `the world in ${data} began with other options:`,
    ...differences.map((difference) => `  ${difference}`),
    "Leave them out to resume it; POST /sandbox/reset then takes it back to its own beginning. To begin another world:",
    `  --fresh                sets aside what is in ${data}`,
    "  --data <new folder>    leaves it where it is",
    "  --store memory         keeps nothing",
  ].join("\n");
}
