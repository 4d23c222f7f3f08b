import type { Answer } from "../../../src/client/answer.ts";
import type { Ask } from "../../../src/client/connection.ts";
import type { Chance } from "../../../src/store/lowdb/testing/chance.ts";
import { numberOf, rowsOf } from "../../rules/json-reading.ts";
import { Asks, type Move } from "./asks.ts";

interface MadeWorld {
  readonly balance: number;
  isMade: boolean;
  isDeletionAsked: boolean;
  isDeleted: boolean;
  worldId: string | null;
  apiKey: string | null;
}

const MAX_WORLDS = 6;

/** The worlds of a client that makes and deletes some. They are listed by the name of their fixture. */
export class MadeWorlds {
  readonly asks = new Asks();
  readonly reached = 0;
  readonly #prefix: string;
  readonly #worlds = new Map<string, MadeWorld>();

  constructor(client: number) {
    this.#prefix = `made ${client}:`;
  }

  next(chance: Chance, serial: number): Move {
    const known = [...this.#worlds.values()].filter(
      ({ worldId, isDeletionAsked }) => worldId !== null && !isDeletionAsked,
    );
    const going = known[chance.below(Math.max(1, known.length))];
    const drawn = chance.below(100);
    if (going !== undefined && drawn >= 10 && (drawn < 50 || known.length >= MAX_WORLDS)) {
      going.isDeletionAsked = true;
      return { method: "DELETE", path: `/sandbox/worlds/${going.worldId}`, fact: null };
    }
    const name = `${this.#prefix}${serial}`;
    const balance = drawn < 10 ? -1 : 1 + chance.below(10_000);
    const nothingYet = { isMade: false, isDeletionAsked: false, isDeleted: false, worldId: null, apiKey: null };
    // What must be refused must not be there.
    if (balance > 0) this.#worlds.set(name, { balance, ...nothingYet });
    const body = { fixture: { name, companies: [{ name, balance }] }, clock: { mode: "frozen" } };
    return { method: "POST", path: "/sandbox/worlds", body, fact: null };
  }

  granted({ path, body }: Move, answer: Answer): void {
    const worlds = [...this.#worlds];
    const [, made] = worlds.find(([name]) => JSON.stringify(body)?.includes(`"name":"${name}"`)) ?? [];
    const [worldId, apiKey] = [answer.at("worldId"), answer.at("companies.0.apiKey")];
    if (made !== undefined) Object.assign(made, { isMade: true, worldId, apiKey });
    for (const [, world] of worlds) if (world.worldId !== null && path.endsWith(world.worldId)) world.isDeleted = true;
  }

  /** What is lost, or there though it was refused or deleted. */
  async check(as: (apiKey: string | null) => Ask): Promise<string[]> {
    const facts: string[] = [];
    const rows = rowsOf(await as(null)("GET", "/sandbox/worlds"), "worlds");
    const listed = new Map(rows.map(({ fixture, worldId }) => [String(fixture), String(worldId)]));
    if (listed.size < new Set(rows.map(({ worldId }) => worldId)).size) facts.push("a world is there twice");
    for (const [name, worldId] of listed) {
      const world = this.#worlds.get(name);
      if (!name.startsWith(this.#prefix)) continue;
      if (world === undefined || world.isDeleted) facts.push(`the world "${name}" must not be there`);
      else if ((world.worldId ?? worldId) !== worldId) facts.push(`the world "${name}" is ${worldId}`);
      else world.worldId = worldId;
    }
    for (const [name, { isMade, isDeletionAsked, apiKey, balance }] of this.#worlds) {
      if (!listed.has(name)) {
        if (isMade && !isDeletionAsked) facts.push(`the world "${name}" is lost`);
        this.#worlds.delete(name);
      } else if (apiKey !== null) {
        const seen = numberOf(await as(apiKey)("GET", "/account-balance"), "data.balance");
        if (seen !== balance) facts.push(`the world "${name}" has ${seen} and should have ${balance}`);
      }
    }
    return facts;
  }
}
