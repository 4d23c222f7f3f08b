import { describe, expect } from "vitest";
import { hour, it, later, minute, second, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const wallStart = Date.parse("2030-01-01T00:00:00.000Z");

describe("a frozen clock", () => {
  it("stands still and is advanced by, to and to the next thing due", async ({ account, ask }) => {
    expect((await ask("GET", "/sandbox/clock")).body).toMatchObject({
      now: startAt,
      mode: "frozen",
      nextDueAt: "2026-04-01T12:00:00.000Z",
    });
    const by = await account.advance({ by: "P1DT2H3M4.005S" });
    expect(by.body).toMatchObject({
      from: startAt,
      to: "2026-03-03T14:03:04.005Z",
      fired: [],
      firedTotal: 0,
      truncated: false,
    });
    const to = await account.advance({ to: "2026-03-10T00:00:00Z" });
    expect(to.body).toMatchObject({ from: "2026-03-03T14:03:04.005Z", to: "2026-03-10T00:00:00.000Z" });
    const next = await account.advance({ toNext: true });
    expect(next.body).toMatchObject({
      to: "2026-04-01T12:00:00.000Z",
      firedTotal: 1,
      fired: [{ type: "HoldReleased", at: "2026-04-01T12:00:00.000Z", data: { amountCents: 25_000 } }],
      attempts: { made: 0, succeeded: 0, failed: 0 },
    });
    expect(next.at("fired.0.position")).toBe(next.at("position"));
    expect(Number(next.at("fromPosition"))).toBe(Number(next.at("position")) - 1);
    const nothing = await account.advance({ toNext: true });
    expect(nothing.at("to")).toBe(nothing.at("from"));
    expect(nothing.at("position")).toBe(nothing.at("fromPosition"));
    expect(await account.now()).toBe("2026-04-01T12:00:00.000Z");
  });

  it.each([{}, { by: "P1D", toNext: true }])("takes exactly one way to advance, not %j", async (body) => {
    await using sandbox = await startCheckedSandbox();
    const refused = await sandbox.ask("POST", "/sandbox/clock/advance", body);
    expect(refused.at("problems")).toEqual([{ at: "body", message: "must have exactly one of `by`, `to`, `toNext`" }]);
  });

  it.each([
    { startAt: "9999-12-31T00:00:00Z", fixture: "default" },
    { startAt: "0000-01-10T00:00:00Z", fixture: "with-retention" },
  ])(
    "a world whose dates leave the years 0000 to 9999 is not let in, or shown as the document says: $startAt",
    async (edge) => {
      await using sandbox = await startCheckedSandbox();
      const made = await sandbox.ask("POST", "/sandbox/worlds", { ...edge, clock: { mode: "frozen" } });
      if (made.status === 422) return;
      // What is asked here is held against the document.
      const account = sandbox.accountOf(made.text("companies.0.apiKey"));
      expect(await account.holds()).not.toEqual([]);
      expect(await account.events()).not.toEqual([]);
    },
  );
});

it("a running clock is frozen and let run again by PUT /clock, without a jump", async () => {
  let wall = wallStart;
  await using sandbox = await startCheckedSandbox({ wallClock: () => wall, clock: { mode: "running" } });
  const { account, ask } = sandbox;
  wall += minute;
  const frozen = await ask("PUT", "/sandbox/clock", { mode: "frozen" });
  expect(frozen.body).toMatchObject({ now: later(startAt, minute), mode: "frozen", rate: 1 });
  wall += hour;
  expect(await account.now()).toBe(later(startAt, minute));
  const running = await ask("PUT", "/sandbox/clock", { mode: "running", rate: 10 });
  expect(running.body).toMatchObject({ now: later(startAt, minute), mode: "running", rate: 10 });
  wall += second;
  expect(await account.now()).toBe(later(startAt, minute + 10 * second));
  await ask("PUT", "/sandbox/clock", { rate: 0.5 });
  wall += second;
  expect(await account.now()).toBe(later(startAt, minute + 10 * second + 500));
});
