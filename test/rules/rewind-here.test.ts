import fc from "fast-check";
import { expect, it } from "vitest";
import type { Account } from "./account.ts";
import { startCheckedSandbox } from "./checked-sandbox.ts";

const moves: Readonly<Record<string, (account: Account) => Promise<unknown>>> = {
  charge: (account) => account.charge({ total: 1_000, paid: true }),
  withdraw: async (account) => {
    // A rewind may have gone to where the last one was open; a refusal says which one that is.
    await account.cancel((await account.initiate(500)).text("data.withdrawId"));
    await account.openConfirmed(500);
  },
  advance: (account) => account.advance({ by: "P1D" }),
  settle: (account) => account.advance({ by: "PT10S" }),
  bookmark: (account) => account.bookmark("here"),
  rewind: async (account) => {
    const ends = await lastEnds(account);
    return account.rewind({ position: ends.at(-3) ?? ends.at(0) ?? 0 });
  },
  reset: (account) => account.reset(),
};

/** The places that the history says one can go back to. */
async function lastEnds(account: Account): Promise<number[]> {
  const from = Number((await account.ask("GET", "/sandbox/world")).at("rewindableFrom"));
  const events = await account.events();
  return events.flatMap(({ position, commandEnd }) => (commandEnd && Number(position) >= from ? Number(position) : []));
}

it("a rewind goes to every place at or after `rewindableFrom` that is the end of a command, and to no other", async () => {
  const stories = fc.array(fc.constantFrom(...Object.keys(moves)), { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(stories, async (story) => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    for (const name of story) await moves[name]?.(account);
    const from = Number((await ask("GET", "/sandbox/world")).at("rewindableFrom"));
    const ends = new Set(await lastEnds(account));
    const last = await account.position();
    expect(ends).toContain(last);
    for (let position = from; position <= last; position += 1) {
      const { status } = await ask("POST", "/sandbox/rewind", { position });
      expect([position, status]).toEqual([position, ends.has(position) ? 200 : 422]);
    }
  });
  await fc.assert(property, { numRuns: 6 });
});
