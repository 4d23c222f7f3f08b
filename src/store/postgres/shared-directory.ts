import type { WorkUnderWay } from "../work-under-way.ts";
import type { Directory, ListedWorld, RestingWorld, WorldEntry, WorldId } from "../world-store.ts";
import { askKey } from "./api-keys.ts";
import type { Connections } from "./connections.ts";
import { askListed, entryOf } from "./kept-worlds.ts";
import type { OwnProcess } from "./own-process.ts";
import { askAll, listedIn } from "./schedule.ts";
import type { Tables } from "./tables.ts";

/** Finds worlds by their rows, whichever process has them. */
export class SharedDirectory implements Directory {
  readonly #work: WorkUnderWay;
  readonly #connections: Connections;
  readonly #tables: Tables;
  readonly #own: () => OwnProcess;

  constructor(work: WorkUnderWay, connections: Connections, tables: Tables, own: () => OwnProcess) {
    this.#work = work;
    this.#connections = connections;
    this.#tables = tables;
    this.#own = own;
  }

  list(): Promise<readonly ListedWorld[]> {
    return this.#work.do(async () => {
      const [rows = []] = await this.#connections.run(askAll(this.#tables));
      return listedIn(rows);
    });
  }

  takeDue(limit: number, now: number): Promise<readonly WorldEntry[]> {
    return this.#work.do(async () => this.#own().due(limit, now));
  }

  find(digest: string): Promise<{ readonly entry: WorldEntry; readonly companyId: string } | null> {
    return this.#work.do(async () => {
      const [[[listed, companyId] = []] = []] = await this.#connections.run(askKey(this.#tables, digest));
      return typeof listed === "string" && typeof companyId === "string" ? { entry: entryOf(listed), companyId } : null;
    });
  }

  entry(id: WorldId): Promise<WorldEntry | null> {
    return this.#work.do(async () => {
      const [[[listed] = []] = []] = await this.#connections.run(askListed(this.#tables, id));
      return typeof listed === "string" ? entryOf(listed) : null;
    });
  }

  note(id: WorldId, resting: RestingWorld): Promise<void> {
    return this.#work.do(async () => this.#own().note(id, resting));
  }

  putToRest(id: WorldId, resting: RestingWorld): Promise<void> {
    return this.#work.do(async () => this.#own().putToRest(id, resting));
  }
}
