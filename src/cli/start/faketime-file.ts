import { renameSync, statSync, writeFileSync } from "node:fs";
import type { pino } from "pino";
import { type Instant, isoText } from "../../domain/instant.ts";
import { digestOf } from "../../engine/api-key.ts";
import type { Worlds } from "../../engine/worlds.ts";
import type { SandboxParts } from "../../sandbox.ts";
import { mustBeWritable } from "../report-files.ts";
import { reasonOf } from "../user-error.ts";
import { orUnwritable } from "../writable-file.ts";
import type { Configuration } from "./configuration.ts";
import { FIRST_WORLD_ID } from "./first-world.ts";

type Faketime = Pick<Configuration, "faketimeFile" | "apiKey">;

/** Writes the time of the first world, made or resumed, where libfaketime reads it. Throws `UserError`. */
export async function keepPresentTime(worlds: Worlds, { faketimeFile: file, apiKey }: Faketime): Promise<void> {
  const found = file === undefined ? null : await worlds.find(digestOf(apiKey));
  if (file === undefined || found === null) return;
  const flag = "--faketime-file (SALDO_FAKETIME_FILE)";
  await mustBeWritable({ [flag]: file });
  await orUnwritable(`${flag} ${file}`, async () => {
    // A file would take the place of a device, for all programs of the machine.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
      throw new Error("it is no plain file; name another one");
    write(file, found.world.known.at);
  });
}

/** Returns an `onCommit` that also writes each time that the clock of the first world comes to. */
export function keepingTime(
  { faketimeFile: file }: Faketime,
  logger: pino.Logger,
  onCommit: SandboxParts["onCommit"],
): SandboxParts["onCommit"] {
  if (file === undefined) return onCommit;
  let keptAt: Instant | null = null;
  return (worldId, seed, commit) => {
    onCommit?.(worldId, seed, commit);
    if (worldId !== FIRST_WORLD_ID || commit.at === keptAt) return;
    keptAt = commit.at;
    try {
      write(file, commit.at);
    } catch (error) {
      logger.error(`the time cannot be written for libfaketime: ${reasonOf(error)}`);
    }
  };
}

/** In UTC and whole seconds, as `FAKETIME_TIMESTAMP_FILE` has it. A process must not read half of it. */
function write(file: string, at: Instant): void {
  writeFileSync(`${file}.new`, isoText(at).slice(0, "2026-03-02T12:00:00".length).replace("T", " "));
  renameSync(`${file}.new`, file);
}
