import { describe, expect } from "vitest";
import { FailingStore } from "../../src/engine/testing/failing-store.ts";
import { MemoryStore } from "../../src/store/memory-store.ts";
import { it, startCheckedSandbox } from "./checked-sandbox.ts";
import { FollowedEvents } from "./followed-events.ts";
import { everything } from "./webhook-flows.ts";

describe("the event stream", () => {
  it("sends what /events lists, with position and type, and what happens then", async ({ sandbox, account }) => {
    const before = await account.events();
    await using stream = await FollowedEvents.open(sandbox, { after: 0 });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(stream.headers.get("x-accel-buffering")).toBe("no");
    const first = await stream.next(before.length);
    expect(first.map(({ data }) => data)).toEqual(before);
    await everything(account);
    const all = await account.events();
    const rest = await stream.next(all.length - before.length);
    const sent = [...first, ...rest];
    expect(sent.map(({ data }) => data)).toEqual(all);
    expect(sent.map(({ id, type }) => ({ id, type }))).toEqual(
      all.map(({ position, type }) => ({ id: position, type })),
    );
  });

  it("goes on where a client was, with no loss or repetition, also in a command", async ({ sandbox, account }) => {
    await account.charge({ total: 100, paid: true });
    const all = await account.events();
    for (let seen = 0; seen < all.length; seen += 1) {
      await using stream = await FollowedEvents.open(sandbox, { lastEventId: seen, after: 0 });
      expect((await stream.next(1))[0]?.data).toEqual(all[seen]);
    }
    const seen: unknown[] = [];
    const stories = [() => everything(account), () => account.reset(), () => everything(account)];
    for (const story of stories) {
      await using stream = await FollowedEvents.open(sandbox, { lastEventId: seen.length });
      const told = story();
      // It hangs up while more is coming.
      seen.push(...(await stream.next(7)).map(({ data }) => data));
      await told;
    }
    const history = await account.events();
    await using stream = await FollowedEvents.open(sandbox, { after: seen.length });
    seen.push(...(await stream.next(history.length - seen.length)).map(({ data }) => data));
    expect(seen).toEqual(history);
  });

  it("begins with the clock and position of `GET /clock`, whatever it resumes", async ({ sandbox }) => {
    const clock = await sandbox.ask("GET", "/sandbox/clock");
    for (const resume of [{}, { after: 0 }, { lastEventId: 3 }]) {
      await using stream = await FollowedEvents.open(sandbox, resume);
      expect(stream.ready).toEqual(clock.body);
    }
  });

  it("takes an empty Last-Event-ID for none", async ({ sandbox }) => {
    const headers = { "x-api-key": sandbox.apiKey, "last-event-id": "" };
    const response = await fetch(`${sandbox.url}/sandbox/events/stream`, { headers });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it("refuses to go on from where the history has not been, or from nothing", async ({ sandbox, account, ask }) => {
    const last = await account.position();
    const beyond = [
      await ask("GET", `/sandbox/events/stream?after=${last + 1}`),
      await ask("GET", "/sandbox/events/stream", undefined, { "last-event-id": String(last + 1) }),
      // The header counts more.
      await ask("GET", "/sandbox/events/stream?after=0", undefined, { "last-event-id": String(last + 1) }),
    ];
    for (const refused of beyond) {
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ code: "POSITION_UNKNOWN", position: last + 1, last });
    }
    for (const id of ["x", "-1", "1.5", "1e1", "9007199254740993", "1, 2"]) {
      const refused = await ask("GET", "/sandbox/events/stream", undefined, { "last-event-id": id });
      expect([id, refused.status]).toEqual([id, 400]);
      expect(refused.text("problems.0.at")).toBe("header/Last-Event-ID");
    }
    for (const query of ["after=x", "after=", "after=-1", "after=1&after=2", "type=ChargePaid"]) {
      expect([query, (await ask("GET", `/sandbox/events/stream?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await sandbox.as("nobody")("GET", "/sandbox/events/stream")).status).toBe(401);
  });
});

it("a world has a hundred event streams at most, and the next one is free when one has ended", async ({ sandbox }) => {
  await using other = await startCheckedSandbox();
  const { ask, url, apiKey } = sandbox;
  const another = () => ask("GET", "/sandbox/events/stream");
  for (let i = 0; i < 3; i += 1) {
    await fetch(`${url}/sandbox/events/stream`, { method: "HEAD", headers: { "x-api-key": apiKey } });
  }
  const streams = await Promise.all(Array.from({ length: 100 }, () => FollowedEvents.open(sandbox)));
  const refused = await another();
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ code: "TOO_MANY_STREAMS", limit: 100 });
  expect(refused.text("detail")).toContain("already has 100 event streams");
  await using _ = await FollowedEvents.open(other);
  await streams[3]?.[Symbol.asyncDispose]();
  let last: FollowedEvents | null = null;
  while (last === null) last = await FollowedEvents.open(sandbox).catch(() => null);
  expect((await another()).status).toBe(429);
  for (const stream of [...streams, last]) await stream[Symbol.asyncDispose]();
});

describe("the event stream ends", () => {
  it("when the world is deleted", async ({ sandbox }) => {
    const made = await sandbox.ask("POST", "/sandbox/worlds", {});
    await using stream = await FollowedEvents.open(sandbox, { apiKey: made.text("companies.0.apiKey") });
    expect((await sandbox.ask("DELETE", `/sandbox/worlds/${made.text("worldId")}`)).status).toBe(204);
    expect(await stream.untilEnd()).toEqual([]);
  });

  it("when the world stops", async () => {
    const store = new FailingStore(new MemoryStore());
    await using sandbox = await startCheckedSandbox({ store, onTrouble: () => undefined });
    await using stream = await FollowedEvents.open(sandbox);
    store.breakDown();
    store.failReads();
    expect((await sandbox.ask("POST", "/sandbox/charges", { total: 100 })).status).toBe(503);
    expect(await stream.untilEnd()).toEqual([]);
  });
});

it("for HEAD nothing is read, which is told what the stream would be", async () => {
  const store = new FailingStore(new MemoryStore());
  await using sandbox = await startCheckedSandbox({ store });
  const headers = { "x-api-key": sandbox.apiKey };
  const head = await fetch(`${sandbox.url}/sandbox/events/stream`, { method: "HEAD", headers });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "text/event-stream", ""]);
  const before = store.readings;
  for (let i = 0; i < 3; i += 1) await sandbox.account.charge({ total: 100 });
  expect(store.readings).toBe(before);
});
