import { mock } from "node:test";
import { afterEach, expect, test, vi } from "vitest";
import { type FakeTimers, followClock } from "./follow-clock.ts";
import { startSandbox } from "./start-sandbox.ts";

afterEach(() => {
  vi.useRealTimers();
  mock.timers.reset();
});

function sinon(): FakeTimers {
  vi.useFakeTimers();
  // Vitest has the library in it.
  return Reflect.get(setTimeout, "clock");
}

function ofNode(): FakeTimers {
  mock.timers.enable({ apis: ["Date", "setTimeout", "setInterval"] });
  return mock.timers;
}

const exactly = { story: ["14:00 timer", "15:00 charge.expired", "16:00 timer"], calls: ["14:00", "16:00"] };
const libraries = [
  ["vitest", () => vi.useFakeTimers(), exactly],
  ["@sinonjs/fake-timers", sinon, exactly],
  // It moves `Date` to the end of a move before any timer fires, and does not tell when one is due.
  ["node:test", ofNode, { story: ["15:00 timer", "15:00 charge.expired", "17:00 timer"], calls: ["12:00", "15:00"] }],
] as const;

test.each(libraries)("timers fire between the events that they belong between: %s", async (_, fake, expected) => {
  const story: string[] = [];
  const tell = (what: string) => story.push(`${new Date().toISOString().slice(11, 16)} ${what}`);
  const deliverTo = async (request: Request) => {
    tell(request.headers.get("x-webhook-event") ?? "");
    return new Response(null, { status: 204 });
  };
  await using saldo = await startSandbox({ listen: false, deliverTo });
  const events = ["charge.expired" as const];
  await saldo.api.POST("/webhook", { body: { url: "https://hooks.acme.dev/", name: "Charges", events } });
  await saldo.charges.create({ total: 10_000, expiresIn: "PT3H" });
  await followClock(saldo, fake());
  setInterval(() => {
    tell("timer");
    void saldo.api.GET("/account-balance");
  }, 7_200_000);

  const { to, attempts } = await saldo.clock.advance({ by: "PT5H" });
  expect([to, attempts.made, Date.now()]).toEqual(["2026-03-02T17:00:00.000Z", 1, Date.parse(to)]);
  const calls = await saldo.history.requests();
  const balances = calls.filter(({ operationId }) => operationId === "getBalance").toReversed();
  expect({ story, calls: balances.map(({ at }) => at.slice(11, 16)) }).toEqual(expected);
});

test("a timer at the instant of an event finds the world just before it, and what it does comes before the event", async () => {
  const story: string[] = [];
  await using saldo = await startSandbox({ listen: false });
  const { chargeId } = await saldo.charges.create({ total: 10_000, expiresIn: "PT1H" });
  await followClock(saldo, vi.useFakeTimers());
  setTimeout(async () => {
    await saldo.api.GET("/account-balance");
    await saldo.api.GET("/account-balance");
    story.push((await saldo.charges.get(chargeId)).paymentStatus);
    setTimeout(() => story.push("later"), 1_000);
  }, 3_600_000);
  const { fired } = await saldo.clock.advance({ toNext: true });
  expect(fired.map(({ type }) => type)).toContain("ChargeExpired");
  await saldo.clock.advance({ by: "PT1S" });
  expect(story).toEqual(["PENDING", "later"]);
  expect(Date.now()).toBe(Date.parse("2026-03-02T13:00:01.000Z"));
});

test.each(libraries)("after a rewind, both go on from where the world is: %s", async (name, fake) => {
  await using saldo = await startSandbox({ listen: false });
  await followClock(saldo, fake());
  const { position } = await saldo.clock.advance({ by: "PT2H" });
  let rings = 0;
  setInterval(() => rings++, 600_000);
  await saldo.clock.advance({ by: "PT1H" });
  await saldo.history.rewind({ position });
  const { from, to } = await saldo.clock.advance({ by: "PT30M" });
  expect([from, to]).toEqual(["2026-03-02T14:00:00.000Z", "2026-03-02T14:30:00.000Z"]);
  // Timers of node:test are due at instants, those of the others after what is left.
  expect([Date.now(), rings]).toEqual([Date.parse(to), name === "node:test" ? 6 : 9]);
});

const RealDate = Date;
const restored = [
  ["vitest", () => vi.useFakeTimers(), () => vi.useRealTimers()],
  ["@sinonjs/fake-timers", sinon, () => Reflect.get(setTimeout, "clock").uninstall()],
  ["node:test", ofNode, () => mock.timers.reset()],
] as const;
test.each(restored)("once time is real again, the world moves alone: %s", async (_, fake, restore) => {
  await using saldo = await startSandbox({ listen: false });
  await followClock(saldo, fake());
  restore();
  const { to } = await saldo.clock.advance({ by: "PT1H" });
  expect(to).toBe("2026-03-02T13:00:00.000Z");
  expect(Date).toBe(RealDate);
});

test("what cannot be followed is told", async () => {
  await using saldo = await startSandbox({ listen: false });
  await expect(followClock(saldo, vi)).rejects.toThrow("call vi.useFakeTimers() before it");
  vi.useRealTimers();
  const real = { setSystemTime: () => undefined, tickAsync: async () => 0 };
  await expect(followClock(saldo, real)).rejects.toThrow("vi.useFakeTimers()");
  for (const none of [undefined, {}, "vi"])
    await expect(Reflect.apply(followClock, undefined, [saldo, none])).rejects.toThrow("takes faked timers: vi, ");
  const misspelt = Reflect.apply(followClock, undefined, [saldo, vi, { setled: () => undefined }]);
  await expect(misspelt).rejects.toThrow('followClock has no option "setled"; is it settled?');
  await followClock(saldo, vi.useFakeTimers());
  const both = { by: "PT1H", to: "2027-01-01T00:00:00Z" };
  for (const odd of [{ by: "tomorrow" }, { by: 5 }, { by: undefined }, { to: "2027-01-01" }, both])
    await expect(Reflect.apply(saldo.clock.advance, undefined, [odd])).rejects.toMatchObject({ status: 400 });
  await expect(saldo.clock.advance({ to: "2026-03-01T00:00:00Z" })).rejects.toMatchObject({ status: 422 });
  await saldo.clock.set({ mode: "running" });
  await expect(followClock(saldo, vi)).rejects.toThrow("frozen");
});
