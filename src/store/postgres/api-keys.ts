import { type Commit, type KeyOf, keyIn } from "../world-store.ts";
import type { SqlStatement } from "./batch.ts";
import type { Tables } from "./tables.ts";

/** Returns the API keys that commits made valid. */
export function keysIn(commits: readonly Commit[]): readonly KeyOf[] {
  return commits.map(keyIn).filter((key) => key !== null);
}

/** Asks for the world and the company of a key. */
export function askKey({ apiKey, world }: Tables, digest: string): SqlStatement {
  const text = `SELECT w.listed, k.company FROM ${apiKey} k JOIN ${world} w ON w.no = k.world WHERE k.digest = $1`;
  return { name: "find key", text, values: [digest] };
}
