import { describe, expect } from "vitest";
import { it, startCheckedSandbox } from "./checked-sandbox.ts";
import type { Row } from "./json-reading.ts";
import { everything } from "./webhook-flows.ts";
import { stateOf } from "./world-state.ts";

/** A world with much in it, and the save-file of it as it is now. */
async function startSaved() {
  const sandbox = await startCheckedSandbox();
  const { account, ask } = sandbox;
  await account.bookmark("before");
  await account.webhook(["charge.paid"]);
  await everything(account);
  await account.open(1_000);
  const { body: file } = await ask("GET", "/sandbox/world/save-file");
  return Object.assign(sandbox, { position: await account.position(), file });
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

  it("is as it was at a bookmark, where that is asked for", async () => {
    await using saved = await startSaved();
    const { ask } = saved;
    const { body: world } = await ask("GET", "/sandbox/world/save-file?bookmark=before");
    const made = await ask("POST", "/sandbox/worlds", { world });
    expect(await saved.accountOf(made.text("companies.0.apiKey")).balance()).toBe(150_000);
    expect((await ask("GET", "/sandbox/world/save-file?bookmark=unknown")).body).toMatchObject({
      ...{ status: 404, code: "BOOKMARK_UNKNOWN", allowed: ["before"] },
    });
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
});

it("a body that makes a world may have 16 MiB, any other one 256 KiB", async ({ ask }) => {
  const filled = (bytes: number) => ({ world: { filler: "x".repeat(bytes - '{"world":{"filler":""}}'.length) } });
  expect((await ask("POST", "/sandbox/worlds", filled(16 * 1024 * 1024))).status).toBe(422);
  const tooLarge = await ask("POST", "/sandbox/worlds", filled(16 * 1024 * 1024 + 1));
  expect([tooLarge.status, tooLarge.at("limitBytes")]).toEqual([413, 16 * 1024 * 1024]);
  expect(tooLarge.at("detail")).toBe("The body is larger than 16777216 bytes.");
  const elsewhere = await ask("POST", "/sandbox/bookmarks", filled(256 * 1024 + 1));
  expect([elsewhere.status, elsewhere.at("limitBytes")]).toEqual([413, 256 * 1024]);
});
