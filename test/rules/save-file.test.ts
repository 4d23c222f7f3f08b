import { describe, expect, it } from "vitest";
import { archivistOf } from "../../src/engine/history/archivist.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { sealed } from "../../src/store/sealed.ts";
import { startCheckedSandbox } from "./checked-sandbox.ts";
import { isRow, type Row } from "./json-reading.ts";
import { everything } from "./webhook-flows.ts";
import { stateOf } from "./world-state.ts";

/** A world with much in it, and the save-file of it as it is now. */
async function startSaved() {
  const store = new MemoryStore();
  const sandbox = await startCheckedSandbox({ store });
  const { account, worldId } = sandbox;
  await account.webhook(["charge.paid"]);
  await everything(account);
  await account.open(1_000);
  const position = await account.position();
  await archivistOf(store)(worldId, [position]);
  const snapshot = await store.snapshot(worldId, position);
  if (snapshot === null) throw new Error("it was just made");
  const file: Row = JSON.parse(JSON.stringify(sealed(snapshot)));
  return Object.assign(sandbox, { store, position, file });
}

/** The same document with other content, as an editor that knows about checksums would leave it. */
function resealed({ format: _, checksum: __, ...content }: Row, change: Row): Row {
  return { ...sealed({ ...content, ...change }) };
}

describe("a world made of a save-file", () => {
  it("goes on from where it was saved, with everything that it had and with new keys", async () => {
    await using saved = await startSaved();
    const { ask, account, file, position } = saved;
    const made = await ask("POST", "/sandbox/worlds", { world: file });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ position, now: await account.now() });
    expect(made.text("companies.0.apiKey")).not.toBe(saved.apiKey);
    const second = saved.accountOf(made.text("companies.0.apiKey"));
    const [original, copy] = [await stateOf(account), await stateOf(second)];
    // What has led there is not part of a save-file.
    const entries = (state: Row) => Object(state["/sandbox/ledger?limit=1000"]).entries;
    expect(entries(copy)).toEqual([]);
    const ledger = { ...Object(original["/sandbox/ledger?limit=1000"]), entries: [] };
    expect(copy).toEqual({ ...original, "/sandbox/ledger?limit=1000": ledger });
    expect((await second.ask("GET", "/sandbox/world")).body).toMatchObject({
      position,
      horizon: position,
      rewindableFrom: position,
    });
    expect((await second.ask("GET", "/sandbox/events")).body).toEqual({ events: [], next: null, horizon: position });
    const worlds = (await ask("GET", "/sandbox/worlds")).at("worlds");
    expect(worlds).toContainEqual(expect.objectContaining({ worldId: made.at("worldId"), fixture: "save-file" }));
  });

  it("goes on as the other one does: the same identifiers and codes", async () => {
    await using saved = await startSaved();
    const { ask, account, file, position } = saved;
    const made = await ask("POST", "/sandbox/worlds", { world: file });
    const second = saved.accountOf(made.text("companies.0.apiKey"));
    for (const each of [account, second]) {
      await each.cancel(String((await each.history())[0]?.withdrawId));
      await everything(each);
    }
    const told = async (each: typeof account) =>
      (await each.ask("GET", `/sandbox/events?after=${position}&limit=1000`)).body;
    expect(Object(await told(second)).events).toEqual(Object(await told(account)).events);
  });

  it("goes back as far as that, and resets to it", async () => {
    await using saved = await startSaved();
    const { ask, file, position } = saved;
    const made = await ask("POST", "/sandbox/worlds", { world: file });
    const second = saved.accountOf(made.text("companies.0.apiKey"));
    const before = await stateOf(second);
    const chargeId = await second.charge({ total: 1 });
    const refused = await second.ask("POST", "/sandbox/rewind", { position: position - 1 });
    expect(refused.body).toMatchObject({ code: "REWIND_BEYOND_HORIZON", horizon: position });
    expect((await second.ask("GET", `/sandbox/events/stream?after=${position - 1}`)).status).toBe(410);
    expect((await second.reset()).at("to")).toBe(position);
    expect(await stateOf(second)).toEqual(before);
    expect(await second.charge({ total: 1 })).toBe(chargeId);
  });

  it("is not made of what is no save-file, was damaged, is of a newer format, or tells of what cannot be", async () => {
    await using saved = await startSaved();
    const { file } = saved;
    const state = isRow(file.state) ? file.state : {};
    const world = isRow(state.world) ? state.world : {};
    const cases: readonly (readonly [Row, string, RegExp])[] = [
      [{}, "$", /format/],
      [{ ...file, format: 2 }, "$", /newer/],
      [{ ...file, checksum: "0".repeat(64) }, "$", /checksum/],
      [{ ...file, checksum: undefined }, "$", /no checksum.* changed after the export.* write a fixture/],
      [{ ...file, at: 0 }, "$", /checksum.* changed after the export.* write a fixture/],
      [resealed(file, { at: 0 }), "$.state", /time of the world/],
      [resealed(file, { position: 0 }), "$.position", /integer from 1/],
      [resealed(file, { position: "3" }), "$.position", /integer from 1/],
      [resealed(file, { more: 1 }), "$", /allowed/],
      [resealed(file, { state: {} }), "$.state", /no world can continue from it/],
      [resealed(file, { state: { ...state, world: { ...world, companies: 3 } } }), "$.state", /no world can continue/],
    ];
    for (const [document, at, words] of cases) {
      const refused = await saved.ask("POST", "/sandbox/worlds", { world: document });
      expect([refused.status, refused.at("code"), refused.at("problems.0.at")]).toEqual([422, "WORLD_INVALID", at]);
      expect(refused.text("problems.0.message")).toMatch(words);
      expect(refused.text("detail")).toMatch(/^The save-file is not usable: /);
    }
    expect((await saved.ask("GET", "/sandbox/worlds")).at("worlds.length")).toBe(1);
  });
});

it("a body that makes a world may have 16 MiB, any other one 256 KiB", async () => {
  await using sandbox = await startCheckedSandbox();
  const { ask } = sandbox;
  const filled = (bytes: number) => ({ world: { filler: "x".repeat(bytes - '{"world":{"filler":""}}'.length) } });
  expect((await ask("POST", "/sandbox/worlds", filled(16 * 1024 * 1024))).status).toBe(422);
  const tooLarge = await ask("POST", "/sandbox/worlds", filled(16 * 1024 * 1024 + 1));
  expect([tooLarge.status, tooLarge.at("limitBytes")]).toEqual([413, 16 * 1024 * 1024]);
  expect(tooLarge.at("detail")).toBe("The body is larger than 16777216 bytes.");
  const elsewhere = await ask("POST", "/sandbox/bookmarks", filled(256 * 1024 + 1));
  expect([elsewhere.status, elsewhere.at("limitBytes")]).toEqual([413, 256 * 1024]);
});
