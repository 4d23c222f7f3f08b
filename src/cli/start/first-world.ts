import { digestOf } from "../../engine/api-key.ts";
import { Unavailable } from "../../engine/unavailable.ts";
import type { Worlds } from "../../engine/worlds.ts";
import { tellProblems } from "../../spec/problem.ts";
import { OwnedElsewhere, type WorldEntry } from "../../store/world-store.ts";
import { UserError } from "../user-error.ts";
import type { FirstBeginning } from "./beginning.ts";
import { type Configuration, freshWays, type Given, namesOfGiven, storePlace } from "./configuration.ts";

/** The world that a start makes where there is none. */
export const FIRST_WORLD_ID = "default";

/** What the banner says of the worlds. */
export interface Greeting {
  /** The API keys of the first world, as far as they are known. */
  readonly keys: readonly string[];
  /** What the first world was made from, or where the worlds were resumed from. */
  readonly world: string;
  /** The seed of the first world; null if several worlds were resumed, or one with another key. */
  readonly seed: { readonly text: string; readonly isDrawn: boolean } | null;
}

/** Makes the first world. A save-file has a clock of its own, unless another one was asked for. Throws `UserError`. */
export async function createFirstWorld(
  worlds: Worlds,
  { apiKey, seed, startAt, clock, webhookUrls, routes }: Configuration,
  { source, content }: FirstBeginning,
  given: Given,
): Promise<Greeting> {
  const common = {
    worldId: FIRST_WORLD_ID,
    apiKey: (index: number) => (index === 0 ? apiKey : `${apiKey}-${index + 1}`),
    origin: { source, webhookUrls, routes },
  };
  const mode = { mode: clock };
  const created =
    "saved" in content
      ? await worlds.createFrom({ ...common, ...content, clock: given.has("clock") ? mode : undefined })
      : await worlds.create({
          ...common,
          ...content,
          fixtureName: content.fixture.fixture.name ?? source.name,
          seed,
          startAt,
          clock: mode,
        });
  if ("problems" in created) throw new UserError(tellProblems(created.problems));
  const keys = created.companies.map(({ apiKey: key }) => key);
  const isSaved = "saved" in content;
  return {
    keys,
    world: isSaved ? source.name : `fixture ${source.name}, clock ${clock}`,
    seed: { text: created.world.seed, isDrawn: !isSaved && seed === undefined },
  };
}

/** Returns what the banner says of worlds that are resumed, with the configured key if it is one of theirs. Throws `UserError`. */
export async function resumedWorlds(
  worlds: Worlds,
  entries: readonly WorldEntry[],
  configuration: Configuration,
  given: Given,
  warn: (text: string) => void,
): Promise<Greeting> {
  const { apiKey } = configuration;
  const place = storePlace(configuration);
  const isKey = await worlds.knows(digestOf(apiKey));
  const keys = isKey ? [apiKey] : [];
  if (keys.length === 0 && given.has("apiKey")) {
    const problem = `no world in ${place} has the API key of ${namesOfGiven(given, ["apiKey"])}; worlds keep the keys that they were made with`;
    // Without the first world, the key is only for one that would be made.
    if (entries.some(({ worldId }) => worldId === FIRST_WORLD_ID))
      throw new UserError(
        `${problem}.\nLeave it out to resume the worlds, or set the key that the first world was made with. To start fresh: ${freshWays(configuration)}`,
      );
    warn(`${problem}.`);
  }
  const count = entries.length;
  const seed = isKey && count === 1 ? await seedOf(worlds, apiKey) : null;
  return { keys, world: `${count === 1 ? "" : `${count} worlds `}resumed from ${place}`, seed };
}

/** Returns the seed of the world of a key; null if another process has the world. Throws `Unavailable`. */
async function seedOf(worlds: Worlds, apiKey: string): Promise<Greeting["seed"]> {
  try {
    const found = await worlds.find(digestOf(apiKey));
    return found && { text: found.world.seed, isDrawn: false };
  } catch (error) {
    if (error instanceof OwnedElsewhere) return null;
    throw error;
  }
}

/** Returns what to tell the user when the store did not let the first world be made or read. Other errors are returned as they are. */
export function firstWorldFailure(error: unknown): unknown {
  if (!(error instanceof Unavailable)) return error;
  let told = error.message;
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    if (!told.includes(cause.message)) told += `: ${cause.message}`;
  }
  return new UserError(told, { cause: error });
}
