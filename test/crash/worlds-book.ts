import type { Answer } from "../../src/client/answer.ts";
import type { Ask } from "../../src/client/connection.ts";
import type { Chance } from "../../src/store/lowdb/testing/chance.ts";
import { numberOf, rowsOf } from "../rules/json-reading.ts";
import { compareFacts, type Fact, type Move } from "./kept-book.ts";

interface WorldLine {
  readonly name: string;
  worldId: string | null;
  readonly apiKey: string | null;
  readonly balance: number;
}

/** What a client writes down that makes and deletes worlds. Its worlds are listed by the name of their fixture. */
export interface WorldsBook {
  worlds: WorldLine[];
}

const mostWorlds = 6;
const namePrefix = "made";

/** The worlds that are there, of those whose names begin as the client's do, and the balances of those with a known key. */
export async function lookAtWorlds(as: (apiKey: string | null) => Ask, book: WorldsBook, prefix: string) {
  const rows = rowsOf(await as(null)("GET", "/sandbox/worlds"), "worlds").filter(({ fixture }) =>
    String(fixture).startsWith(prefix),
  );
  const worlds = book.worlds.filter(({ apiKey }) => apiKey !== null);
  const balances = new Map<string, number | null>();
  for (const { name, apiKey } of worlds) {
    const answer = await as(apiKey)("GET", "/account-balance");
    balances.set(name, answer.status === 200 ? numberOf(answer, "data.balance") : null);
  }
  return { rows, balances };
}

export type SeenWorlds = Awaited<ReturnType<typeof lookAtWorlds>>;

export function worldsDifferences(book: WorldsBook, { rows, balances }: SeenWorlds): string[] {
  const expected = book.worlds.map(({ name, worldId }): Fact => ({ name, id: worldId, text: "" }));
  const seen = rows.map(({ fixture, worldId }): Fact => ({ name: String(fixture), id: String(worldId), text: "" }));
  const wrong = book.worlds.filter(({ name, apiKey, balance }) => apiKey !== null && balances.get(name) !== balance);
  return [
    ...compareFacts("world", expected, expected, seen),
    ...wrong.map(({ name, balance }) => `the world "${name}" has ${balances.get(name)} and should have ${balance}`),
  ];
}

export function adoptWorlds(book: WorldsBook, { rows }: SeenWorlds): void {
  for (const line of book.worlds) {
    line.worldId ??= String(rows.find(({ fixture }) => fixture === line.name)?.worldId);
  }
}

export function prefixOfClient(client: number): string {
  return `${namePrefix} ${client}:`;
}

export function nextWorldsMove(book: WorldsBook, chance: Chance, prefix: string, serial: number): Move<WorldsBook> {
  const known = book.worlds.filter(({ worldId }) => worldId !== null);
  const going = known[chance.below(Math.max(1, known.length))]?.worldId ?? null;
  const throwing = chance.below(100);
  if (throwing < 10) return { ...created(`${prefix}${serial}`, -1), expects: "refused", effect: () => {} };
  if (going !== null && (throwing < 50 || book.worlds.length >= mostWorlds)) return deleted(going);
  return created(`${prefix}${serial}`, 1 + chance.below(10_000));
}

function created(name: string, balance: number): Move<WorldsBook> {
  const body = { fixture: { name, companies: [{ name, balance }] }, clock: { mode: "frozen" } };
  const effect = (book: WorldsBook, answer: Answer | null) => {
    const [worldId, apiKey] = [answer?.text("worldId") ?? null, answer?.text("companies.0.apiKey") ?? null];
    book.worlds.push({ name, worldId, apiKey, balance });
  };
  return { method: "POST", path: "/sandbox/worlds", body, expects: "acknowledged", effect };
}

function deleted(worldId: string): Move<WorldsBook> {
  const effect = (book: WorldsBook) => {
    book.worlds = book.worlds.filter((line) => line.worldId !== worldId);
  };
  return { method: "DELETE", path: `/sandbox/worlds/${worldId}`, expects: "acknowledged", effect };
}
