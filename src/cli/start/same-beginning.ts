import { isoText } from "../../domain/instant.ts";
import type { WorldOrigin, WorldSource } from "../../store/world-origin.ts";
import type { WorldEntry } from "../../store/world-store.ts";
import { UserError } from "../user-error.ts";
import { type Configuration, freshWays, type Given, namesOfGiven, storePlace } from "./configuration.ts";
import { FIRST_WORLD_ID } from "./first-world.ts";

type Option = keyof Configuration;

/** How a first world begins. */
const BEGINNING: readonly Option[] = ["fixture", "world", "seed", "clock", "startAt"];

/** What a save-file says itself. */
const OF_SAVE_FILE: readonly Option[] = ["fixture", "seed", "startAt"];

/** Warns of options that do nothing beside a save-file. */
export function warnOfSaveFile({ world }: Configuration, given: Given, warn: (text: string) => void): void {
  const ignored = world === undefined ? [] : namesOfGiven(given, OF_SAVE_FILE);
  if (ignored.length > 0) warn(`a save-file says these itself; ignored: ${ignored.join(", ")}.`);
}

/**
 * Throws `UserError` where the options ask for another beginning than the first world had; `source`: what it is to be made
 * from, if that is set. Warns of options that are ignored, where it is not known how the first world began.
 */
export function refuseOtherBeginning(
  entries: readonly WorldEntry[],
  configuration: Configuration,
  source: WorldSource | null,
  given: Given,
  warn: (text: string) => void,
): void {
  if (entries.length === 0) return;
  const { webhookUrls, routes } = configuration;
  const place = storePlace(configuration);
  const origin = entries.find(({ worldId }) => worldId === FIRST_WORLD_ID)?.origin;
  if (origin === undefined) {
    const ignored = namesOfGiven(given, BEGINNING).join(", ");
    const others = entries.length === 1 ? "a world" : `${entries.length} worlds`;
    if (ignored !== "")
      warn(
        `${place} already holds ${others}, so these options are ignored: ${ignored}. To start fresh: ${freshWays(configuration)}.`,
      );
  } else {
    const differences = differencesOf(origin, configuration, source, given);
    if (differences.length > 0) throw new UserError(otherBeginningText(configuration, differences));
  }
  const changed: Option[] = [];
  if (origin?.webhookUrls !== webhookUrls) changed.push("webhookUrls");
  if (routesText(origin?.routes) !== routesText(routes)) changed.push("routes");
  const names = namesOfGiven(given, changed);
  if (names.length > 0)
    warn(`the worlds in ${place} keep their settings; only new worlds begin with ${names.join(", ")}.`);
}

/**
 * Returns a line for each option that asks for another beginning. Only options that are set are compared, and with
 * what they came to: the seed may have been drawn, the start read from the machine's clock.
 */
function differencesOf(
  origin: WorldOrigin,
  { world, seed, startAt = 0, clock }: Configuration,
  source: WorldSource | null,
  given: Given,
): readonly string[] {
  const ofFixture: readonly (readonly [Option, string | null])[] = [
    // One-time codes and webhook secrets come from the seed, so no message has it.
    ["seed", origin.seed === seed ? null : "it began with another seed"],
    ["startAt", difference(isoText(origin.startAt), isoText(startAt))],
  ];
  const compared: readonly (readonly [Option, string | null])[] = [
    [world === undefined ? "fixture" : "world", source && sourceDifference(origin.source, source)],
    ...(world === undefined ? ofFixture : []),
    ["clock", difference(origin.clock, clock)],
  ];
  return compared.flatMap(([option, what]) => {
    const names = given.get(option)?.names;
    return names === undefined || what === null ? [] : [`${names}: ${what}`];
  });
}

function difference(began: string, asked: string): string | null {
  return began === asked ? null : `it began with ${began}, not with ${asked}`;
}

/** The same content is the same beginning, whatever the file is called by now. */
function sourceDifference(began: WorldSource, asked: WorldSource): string | null {
  const contentOf = (source: WorldSource) => (source.kind === "fixture" ? source.name : source.digest);
  const isOfKind = began.kind === asked.kind;
  if (isOfKind && contentOf(began) === contentOf(asked)) return null;
  if (isOfKind && began.name === asked.name) return `${asked.name} has changed since it began`;
  const [one, other] = [began, asked].map(({ kind, name }) => {
    return `the ${kind === "save-file" ? "save-file" : "fixture"} ${name}`;
  });
  return `it began with ${one}, not with ${other}`;
}

function routesText(routes: WorldOrigin["routes"] = []): string {
  return JSON.stringify(routes.map(({ host, target }) => `${host}=${target}`).sort());
}

function otherBeginningText(configuration: Configuration, differences: readonly string[]): string {
  const place = storePlace(configuration);
  const ofFolder = [
    `  --fresh                sets aside what is in ${place}`,
    "  --data <new folder>    leaves it where it is",
  ];
  return [
    `the world in ${place} began with other options:`,
    ...differences.map((one) => `  ${one}`),
    "Leave them out to resume the world. POST /sandbox/reset takes it back to its beginning. To start fresh:",
    ...(configuration.store === "lowdb" ? ofFolder : ["  --pg-schema <name>     leaves it where it is"]),
    "  --store memory         keeps nothing",
  ].join("\n");
}
