import { isObject, parseJson, valueAt } from "../description/json.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";

/** The worlds that a run has made in a sandbox: what happens there is nobody's money, and they go when it ends. */
export class OwnWorlds {
  /** By the key of a company. */
  readonly #worlds = new Map<string, { readonly worldId: string; readonly clause: string }>();

  has(apiKey: string | undefined): boolean {
    return apiKey !== undefined && this.#worlds.has(apiKey);
  }

  /** @returns the keys of the world's companies. */
  made(answer: TargetAnswer, clause: string): readonly string[] {
    const body = parseJson(answer.body.toString());
    const worldId = valueAt(body, ["worldId"]);
    const companies = valueAt(body, ["companies"]);
    if (typeof worldId !== "string" || !Array.isArray(companies)) return [];
    const keys = companies.filter(isObject).flatMap(({ apiKey }) => (typeof apiKey === "string" ? apiKey : []));
    for (const apiKey of keys) this.#worlds.set(apiKey, { worldId, clause });
    return keys;
  }

  /** Deletes those of a clause, or all. @returns the ids of those that could not be deleted. */
  async delete(
    send: (passed: Passed) => Promise<TargetAnswer | NoAnswer>,
    headers: Readonly<Record<string, string>>,
    clause?: string,
  ): Promise<readonly string[]> {
    const left: string[] = [];
    const meant = [...this.#worlds].filter(([, world]) => clause === undefined || world.clause === clause);
    for (const [apiKey] of meant) this.#worlds.delete(apiKey);
    // Any of its companies speaks for a world, once.
    for (const [apiKey, world] of new Map(meant.map((entry) => [entry[1].worldId, entry])).values()) {
      const path = `/sandbox/worlds/${world.worldId}`;
      const answer = await send({
        method: "DELETE",
        path,
        headers: { ...headers, "x-api-key": apiKey },
        body: Buffer.alloc(0),
      });
      const isGone = !("failure" in answer) && (answer.status < 300 || answer.status === 404);
      if (!isGone) left.push(world.worldId);
    }
    return left;
  }
}
