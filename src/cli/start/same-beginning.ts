import type { Instant } from "../../domain/instant.ts";
import type { WorldOrigin, WorldSource } from "../../store/world-origin.ts";
import { type Configuration, type Given, namesOfGiven } from "./configuration.ts";

type Asked = Pick<Configuration, "world" | "seed" | "clock" | "startAt" | "webhookUrls" | "routes">;

/** How a first world begins. */
export const beginningOptions = ["fixture", "world", "seed", "clock", "startAt"] as const;

/** What a save-file says itself. */
export const optionsOfSaveFile = ["fixture", "seed", "startAt"] as const;

/**
 * Returns a line for each option that asks for another beginning than the one that a world had. Only options that somebody
 * has set are compared, and with what they came to: the seed may have been drawn, the start read from the machine's clock.
 */
export function differencesOf(
  origin: WorldOrigin,
  asked: Asked,
  source: WorldSource | null,
  given: Given,
): readonly string[] {
  const { seed = "", startAt = 0, clock } = asked;
  const isSaved = asked.world !== undefined;
  const sourceNames = given.get(isSaved ? "world" : "fixture")?.names;
  const lines = [
    source && !isSameSource(origin.source, source) && `${sourceNames}: ${sourceProblem(origin, source)}`,
    // One-time codes and webhook secrets come from the seed, so that no log has it.
    !isSaved && given.has("seed") && origin.seed !== seed && `${given.get("seed")?.names}: it began with another seed`,
    !isSaved && line(given, "startAt", isoTime(origin.startAt), isoTime(startAt)),
    line(given, "clock", origin.clock, clock),
  ];
  return lines.filter((one) => typeof one === "string");
}

/** The options among those for new worlds that say something else than when this world was made, by their names. */
export function changedSettings(origin: WorldOrigin | undefined, asked: Asked, given: Given): readonly string[] {
  const changed: (keyof Configuration)[] = [];
  if (origin?.webhookUrls !== asked.webhookUrls) changed.push("webhookUrls");
  if (routesText(origin?.routes) !== routesText(asked.routes)) changed.push("routes");
  return namesOfGiven(given, changed);
}

function line(given: Given, option: keyof Configuration, began: string, asked: string): string | undefined {
  const names = given.get(option)?.names;
  return names === undefined || began === asked ? undefined : `${names}: it began with ${began}, not with ${asked}`;
}

/** The same content is the same beginning, whatever the file is called by now. */
function isSameSource(one: WorldSource, other: WorldSource): boolean {
  if (one.kind === "fixture" || other.kind === "fixture") return one.kind === other.kind && one.name === other.name;
  return one.kind === other.kind && one.digest === other.digest;
}

function sourceProblem({ source: began }: WorldOrigin, asked: WorldSource): string {
  if (began.kind === asked.kind && began.name === asked.name) return `${asked.name} has changed since it began`;
  return `it began with ${sourceText(began)}, not with ${sourceText(asked)}`;
}

function sourceText({ kind, name }: WorldSource): string {
  return kind === "save-file" ? `the save-file ${name}` : `the fixture ${name}`;
}

function routesText(routes: WorldOrigin["routes"] = []): string {
  return JSON.stringify(routes.map(({ host, target }) => `${host}=${target}`).sort());
}

function isoTime(at: Instant): string {
  return new Date(at).toISOString();
}
