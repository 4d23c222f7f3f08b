import { describe, expect, it } from "vitest";
import { day, hour, later, minute, second, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const noWork = { companies: [{ name: "A", balance: 1_000_000 }] };
const wallStart = Date.parse("2030-01-01T00:00:00.000Z");

describe("a frozen clock", () => {
  it("stands still and is advanced by, to and to the next thing due", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
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

  it("a target in the past is refused, 1 ms is enough", async () => {
    await using sandbox = await startCheckedSandbox();
    const refused = await sandbox.ask("POST", "/sandbox/clock/advance", { to: later(startAt, -1) });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: "ADVANCE_INTO_PAST", now: startAt, to: later(startAt, -1) });
    expect((await sandbox.account.advance({ by: "PT1S" })).status).toBe(200);
  });

  it("no clock goes beyond the year 9999", async () => {
    await using sandbox = await startCheckedSandbox({ startAt: "9999-12-31T23:59:59.000Z", fixture: noWork });
    const refused = await sandbox.ask("POST", "/sandbox/clock/advance", { by: "PT1S" });
    expect(refused.status).toBe(422);
    expect(refused.at("code")).toBe("VALUE_NOT_ALLOWED");
    expect(await sandbox.account.now()).toBe("9999-12-31T23:59:59.000Z");
    expect((await sandbox.account.advance({ by: "PT0.999S" })).at("to")).toBe("9999-12-31T23:59:59.999Z");
    expect((await sandbox.ask("POST", "/sandbox/clock/advance", { by: "PT0.001S" })).status).toBe(422);
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

  it("a target that is none of the three, or more than one, is malformed", async () => {
    await using sandbox = await startCheckedSandbox();
    const targets = [
      {},
      { by: "1h" },
      { by: "-PT1S" },
      { to: "tomorrow" },
      { to: "2026-02-30T00:00:00Z" },
      { toNext: false },
      { by: "PT1S", to: "2027-01-01T00:00:00Z" },
    ];
    for (const target of targets) {
      const answer = await sandbox.ask("POST", "/sandbox/clock/advance", target);
      expect([target, answer.status]).toEqual([target, 400]);
    }
  });

  it("goes by months and years too; what is no duration is told from one that cannot be", async () => {
    await using sandbox = await startCheckedSandbox({ startAt: "2026-01-31T12:00:00.000Z" });
    const { account, ask } = sandbox;
    expect((await account.advance({ by: "P1M" })).at("to")).toBe("2026-02-28T12:00:00.000Z");
    expect((await account.advance({ by: "PT0.5S" })).at("to")).toBe("2026-02-28T12:00:00.500Z");
    const refused = [
      { by: "-PT1S", status: 400, words: "for example `PT5M`" },
      { by: "P1", status: 422, words: "not an ISO 8601 duration such as PT5M or P30D" },
      { by: "P101Y", status: 422, words: "at most P36525D" },
    ];
    for (const { by, status, words } of refused) {
      const answer = await ask("POST", "/sandbox/clock/advance", { by });
      expect([by, answer.status]).toEqual([by, status]);
      expect(answer.text("problems.0.message")).toContain(words);
    }
  });

  it("one long way and many short ones lead to the same history", async () => {
    const told = async (steps: readonly string[]) => {
      await using sandbox = await startCheckedSandbox({ fixture: "automatic-withdrawal" });
      for (const by of steps) await sandbox.account.advance({ by });
      const events = await sandbox.account.events();
      return events.filter(({ type }) => type !== "TimeReached").map(({ at, type, data }) => ({ at, type, data }));
    };
    expect(await told(["P5D"])).toEqual(await told(["P1D", "PT5H", "PT19H", "P1DT12H", "P1DT12H"]));
  });

  it("of two advances at once one is carried out and the other is told that the clock is busy", async () => {
    await using sandbox = await startCheckedSandbox();
    await sandbox.ask("PATCH", "/sandbox/company", { automaticWithdrawal: { at: "06:00" } });
    const advance = () => sandbox.ask("POST", "/sandbox/clock/advance", { by: "P3653D" });
    const answers = await Promise.all([advance(), advance()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await sandbox.account.now()).toBe("2036-03-02T12:00:00.000Z");
  });
});

describe("a running clock", () => {
  it("goes with the machine's clock, at its rate", async () => {
    let wall = wallStart;
    await using sandbox = await startCheckedSandbox({ wallClock: () => wall, clock: { mode: "running", rate: 60 } });
    const { account } = sandbox;
    expect(await account.now()).toBe(startAt);
    wall += second;
    expect(await account.now()).toBe(later(startAt, minute));
    wall += 1;
    expect(await account.now()).toBe(later(startAt, minute + 60));
  });

  it("is frozen and let run again by PUT /clock, without a jump", async () => {
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
    for (const wrong of [{}, { rate: 0 }, { rate: -1 }, { mode: "backwards" }, { rate: 1_000_001 }]) {
      expect((await ask("PUT", "/sandbox/clock", wrong)).status).toBe(400);
    }
  });

  it("goes on from where an advance left it", async () => {
    let wall = wallStart;
    await using sandbox = await startCheckedSandbox({ wallClock: () => wall, clock: { mode: "running" } });
    const { account } = sandbox;
    wall += second;
    const advanced = await account.advance({ by: "P60D" });
    expect(advanced.body).toMatchObject({ from: later(startAt, second), to: later(startAt, second + 60 * day) });
    wall += second;
    expect(await account.now()).toBe(later(startAt, 2 * second + 60 * day));
    expect((await account.advance({ by: "PT0S" })).at("to")).toBe(later(startAt, 2 * second + 60 * day));
  });

  it("takes a jump of the machine's clock for no time that has passed, and tells it", async () => {
    let [wall, monotonic] = [wallStart, 0];
    const told: string[] = [];
    const clocks = { wallClock: () => wall, monotonicClock: () => monotonic };
    const onClockJump = (text: string) => told.push(text);
    await using sandbox = await startCheckedSandbox({ ...clocks, onClockJump, clock: { mode: "running" } });
    const { account } = sandbox;
    const pass = (ms: number) => {
      wall += ms;
      monotonic += ms;
    };
    pass(second);
    wall += 50 * second;
    expect(await account.now()).toBe(later(startAt, second));
    expect(told).toEqual([]);
    for (const jump of [400 * day + 2 * hour, -3 * 365 * day]) {
      wall += jump;
      const before = await account.now();
      pass(minute);
      expect(await account.now()).toBe(later(before, minute));
    }
    expect(told).toEqual([
      expect.stringMatching(/^the machine's clock jumped ahead by P400DT2H50S, .* POST \/sandbox\/clock\/advance$/),
      expect.stringMatching(/^the machine's clock jumped back by P1095D, /),
    ]);
    // What came of each jump is in the history, so that a restart does not take it for time passed either.
    expect(await account.events("TimeReached")).toHaveLength(2);
  });
});
