import type { WorkUnderWay } from "../work-under-way.ts";
import type { Directory } from "../world-store.ts";
import { askKey } from "./api-keys.ts";
import type { Connections } from "./connections.ts";
import { askListed, entryOf } from "./kept-worlds.ts";
import type { OwnProcess } from "./own-process.ts";
import { askAll, listedIn } from "./schedule.ts";
import type { Tables } from "./tables.ts";

/** Returns what finds worlds by their rows, whichever process has them. */
export function sharedDirectory(
  work: WorkUnderWay,
  connections: Connections,
  tables: Tables,
  own: () => OwnProcess,
): Directory {
  return {
    list: () =>
      work.do(async () => {
        return listedIn(await connections.ask(askAll(tables)));
      }),
    find: (digest) =>
      work.do(async () => {
        const [[listed, companyId] = []] = await connections.ask(askKey(tables, digest));
        const isFound = typeof listed === "string" && typeof companyId === "string";
        return isFound ? { entry: entryOf(listed), companyId } : null;
      }),
    entry: (id) =>
      work.do(async () => {
        const [[listed] = []] = await connections.ask(askListed(tables, id));
        return typeof listed === "string" ? entryOf(listed) : null;
      }),
    takeDue: (limit, now) => work.do(async () => own().due(limit, now)),
    note: (id, resting) => work.do(async () => own().note(id, resting)),
    putToRest: (id, resting) => work.do(async () => own().putToRest(id, resting)),
  };
}
