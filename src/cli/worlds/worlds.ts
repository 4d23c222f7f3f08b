import { realpath, stat } from "node:fs/promises";
import { rejectionView } from "../../http/control/rewind.ts";
import { counted } from "../../report/counted.ts";
import { printedJson } from "../../report/printed-text.ts";
import { sharedDisk } from "../../store/lowdb/disk.ts";
import { replaceFile } from "../../store/lowdb/replace-file.ts";
import type { WorldEntry, WorldId } from "../../store/world-store.ts";
import { table } from "../../verbs/table.ts";
import type { Output } from "../output.ts";
import { orUserError, UserError } from "../user-error.ts";
import { nullIfMissing, orUnwritable } from "../writable-file.ts";
import { checkWorlds, type WorldReport } from "./check-world.ts";
import { type CopyChoice, type CopyTarget, writingTo } from "./copy-target.ts";
import { copyWorld } from "./copy-worlds.ts";
import { exportWorld } from "./export-world.ts";
import { storedWorlds } from "./list-worlds.ts";
import { placeAndProblem } from "./problem.ts";
import { type PlaceChoice, reading, readSteadily, type StoredWorlds } from "./stored-worlds.ts";

/** Which store, what to do, and for whom to tell it. */
export interface LookChoice extends PlaceChoice {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Which place of a world's history, and where to write it. */
export interface ExportChoice extends PlaceChoice {
  readonly at?: string;
  readonly output?: string;
}

/** `saldo worlds`, with and without `--check`. Returns the status to end with: 1 when something is wrong with a world. */
export async function inspectWorlds(choice: LookChoice, output: Output): Promise<number> {
  const { check = false, json = false } = choice;
  const tell = (line: string) => void output.stdout.write(`${line}\n`);
  const isSound = await reading(choice, output, (stored) => (check ? tellChecks : tellList)(stored, json, tell));
  return isSound ? 0 : 1;
}

/** `saldo worlds export`. Throws `UserError`. */
export async function exportTo(worldId: string, choice: ExportChoice, output: Output): Promise<void> {
  const { at, output: file } = choice;
  const text = await reading(choice, output, async (stored) => {
    const entry = await entryOf(stored, worldId);
    const exported = await orUserError(
      () => readSteadily(stored, (store) => exportWorld(store, entry, at ?? null)),
      `the world ${worldId} cannot be exported; saldo worlds --check tells what is wrong`,
    );
    if ("type" in exported) throw new UserError(rejectionView(exported, entry.beginning).message);
    return exported.text;
  });
  if (file === undefined) await output.print(printedJson(text));
  else await orUnwritable(`--output ${file}`, () => writeWholeFile(file, text));
}

/** `saldo worlds copy`. Throws `UserError`; then the worlds that are told were copied, and no other. */
export async function copyTo(worldIds: readonly string[], choice: CopyChoice, output: Output): Promise<void> {
  await reading(choice, output, async (stored) => {
    const { store } = stored;
    const named = worldIds.map((id) => entryOf(stored, id));
    const chosen = worldIds.length === 0 ? await store.list() : await Promise.all(named);
    await writingTo(choice, async (target) => {
      await refuseThoseThere(chosen, target);
      for (const entry of chosen) {
        const position = await orUserError(
          () => readSteadily(stored, (from) => copyWorld(from, target.store, entry)),
          `the world ${entry.worldId} cannot be copied`,
        );
        output.stdout.write(`${entry.worldId}  position ${position}\n`);
      }
    });
  });
}

/** Nothing is copied if a world of the same id is there. */
async function refuseThoseThere(chosen: readonly WorldEntry[], { store, place }: CopyTarget): Promise<void> {
  const there = new Set((await store.list()).map(({ worldId }) => worldId));
  const taken = chosen.filter(({ worldId }) => there.has(worldId)).map(({ worldId }) => quoted(worldId));
  if (taken.length > 0) throw new UserError(`there are already worlds of these ids in ${place}: ${taken.join(", ")}`);
}

/** Returns the entry of a world. Throws `UserError`. */
async function entryOf({ store, place }: StoredWorlds, worldId: WorldId): Promise<WorldEntry> {
  const worlds = await store.list();
  const entry = worlds.find((one) => one.worldId === worldId);
  if (entry !== undefined) return entry;
  const there = worlds.map((one) => one.worldId).join(", ");
  throw new UserError(
    `there is no world ${quoted(worldId)} in ${place}; there ${there === "" ? "is none" : `are: ${there}`}`,
  );
}

type Tell = (line: string) => void;

const COLUMNS = "world=worldId fixture created=createdAt last-event=lastEventAt position horizon";

async function tellList(stored: StoredWorlds, json: boolean, tell: Tell): Promise<boolean> {
  const rows = await storedWorlds(stored);
  const isSound = !rows.some((row) => "problem" in row);
  if (json) tell(printedJson(JSON.stringify(rows, null, 2)));
  else if (rows.length === 0) tell(`no worlds in ${stored.place}`);
  else tell(table(rows, `${COLUMNS}${isSound ? "" : " problem"}`));
  return isSound;
}

/** Each world is told as soon as it is checked: a large one takes a while. */
async function tellChecks(stored: StoredWorlds, json: boolean, tell: Tell): Promise<boolean> {
  const reports: WorldReport[] = [];
  for await (const report of checkWorlds(stored)) {
    reports.push(report);
    if (!json) for (const line of reportLines(report)) tell(line);
  }
  const rows = reports.map((report) => ({ ok: isOk(report), ...report }));
  if (json) tell(printedJson(JSON.stringify(rows, null, 2)));
  else if (reports.length === 0) tell(`no worlds in ${stored.place}`);
  return reports.every(isOk);
}

function isOk({ problems }: WorldReport): boolean {
  return problems.length === 0;
}

function reportLines({ worldId, events, snapshots, torn, problems }: WorldReport): string[] {
  if (problems.length > 0) return problems.map((problem) => `${problem.kind}  ${worldId}  ${placeAndProblem(problem)}`);
  const ok = `ok  ${worldId}  ${counted(events, "event")}, ${counted(snapshots, "snapshot")}`;
  if (torn === null) return [ok];
  const { file, line, bytes } = torn;
  return [`${ok}; ${file}, line ${line}: ${bytes} bytes of a write that was cut short, never acknowledged; no damage`];
}

/** Puts the file in the place of what is there, whole or not at all; what is no file, such as a device, stays. */
async function writeWholeFile(file: string, text: string): Promise<void> {
  // Where a link leads, as `cp` would go there.
  const path = await realpath(file).catch(nullIfMissing);
  if (path !== null && !(await stat(path)).isFile())
    throw new Error("it exists and is not a regular file; name another one");
  await replaceFile(sharedDisk, path ?? file, [Buffer.from(text)]);
}

/** Names may hold anything that has no control characters, spaces too. */
function quoted(name: string): string {
  return JSON.stringify(name);
}
