import { expect, it } from "vitest";
import { WrappedStore } from "../../src/engine/testing/wrapped-store.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import type { Commit, Position, WorldId } from "../../src/store/world-store.ts";
import type { Account } from "./account.ts";
import { startCheckedSandbox } from "./checked-sandbox.ts";
import { FollowedEvents } from "./followed-events.ts";
import { numberOf, rowsOf } from "./json-reading.ts";

const historyLimit = 40;
/** A quarter more may be kept. */
const most = 50;

/** A world that has forgotten the most of its history, with a bookmark in what is forgotten. */
async function startForgetful(store = new WrappedStore(new MemoryStore())) {
  const sandbox = await startCheckedSandbox({ historyLimit, store, onTrouble: fail });
  const { account, ask } = sandbox;
  await account.charge({ total: 1_000, paid: true });
  const bookmark = Number((await account.bookmark("early")).at("position"));
  let horizon = 0;
  // Only when so few are kept is nothing about to be forgotten.
  for (let kept = most; kept >= most || horizon <= bookmark; kept = (await account.position()) - horizon) {
    await account.advance({ by: "PT1M" });
    // A world of many things would keep more.
    await ask("PATCH", "/sandbox/settings", { withdrawalFee: kept });
    horizon = Number((await ask("GET", "/sandbox/world")).at("horizon"));
  }
  return Object.assign(sandbox, { bookmark, horizon });
}

/** The oldest position that the world says a rewind accepts; the one before it is refused with the same number. */
async function assertRewindableFrom(account: Account): Promise<number> {
  const rewindableFrom = numberOf(await account.ask("GET", "/sandbox/world"), "rewindableFrom");
  const refused = await account.ask("POST", "/sandbox/rewind", { position: rewindableFrom - 1 });
  expect(refused.body).toMatchObject({ code: "REWIND_BEYOND_HORIZON", horizon: rewindableFrom });
  expect((await account.rewind({ position: rewindableFrom })).at("to")).toBe(rewindableFrom);
  return rewindableFrom;
}

it("a world tells the oldest position that a rewind accepts: its beginning, also after a reset", async () => {
  await using sandbox = await startCheckedSandbox({ fixture: "with-retention" });
  const { account } = sandbox;
  const beginning = await account.position();
  await account.charge({ total: 100 });
  expect(await assertRewindableFrom(account)).toBe(beginning);
  await account.reset();
  expect(await assertRewindableFrom(account)).toBe(beginning);
});

it("a world tells the oldest position that a rewind accepts: the end of what is forgotten", async () => {
  await using sandbox = await startForgetful();
  expect(await assertRewindableFrom(sandbox.account)).toBe(sandbox.horizon);
});

it("a client of the event stream learns that it has missed what is forgotten", async () => {
  await using sandbox = await startForgetful();
  const { account, ask, horizon } = sandbox;
  for (const after of [0, horizon - 1]) {
    const gone = await ask("GET", `/sandbox/events/stream?after=${after}`);
    expect([gone.status, gone.body]).toEqual([
      410,
      expect.objectContaining({ code: "HISTORY_FORGOTTEN", after, horizon }),
    ]);
  }
  await using stream = await FollowedEvents.open(sandbox, { lastEventId: horizon });
  const listed = await account.ask("GET", `/sandbox/events?after=${horizon}&limit=1000`);
  const events = rowsOf(listed, "events");
  expect((await stream.next(events.length)).map(({ data }) => data)).toEqual(events);
});

function fail(worldId: WorldId, error: unknown): void {
  throw new Error(`${worldId} is in trouble`, { cause: error });
}

/** A keeper that can be met while it forgets. */
class ForgettingStore extends WrappedStore {
  /** An event more is forgotten as soon as a request has asked for the horizon. */
  goesOn = false;

  override async *read(id: WorldId, after: Position, upTo?: Position): AsyncIterable<Commit> {
    const horizon = await this.inner.horizon(id);
    for await (const commit of this.inner.read(id, after, upTo)) {
      if (!this.goesOn || commit.first > horizon + 1) yield commit;
    }
  }
}

it("events and their horizon belong together while history is forgotten", async () => {
  const store = new ForgettingStore(new MemoryStore());
  await using sandbox = await startForgetful(store);
  const { ask } = sandbox;
  const before = await ask("GET", "/sandbox/events?limit=1000");
  store.goesOn = true;
  const listed = await ask("GET", "/sandbox/events?limit=1000");
  const horizon = Number(listed.at("horizon"));
  expect(horizon).toBe(Number(before.at("horizon")) + 1);
  expect(rowsOf(listed, "events")).toEqual(
    rowsOf(before, "events").filter(({ position }) => Number(position) > horizon),
  );
});
