import { setImmediate as nextTurn } from "node:timers/promises";
import type { AdvanceBody } from "../client/clock.ts";
import { refuseOtherTypes, refuseUnknownOptions } from "../client/known-options.ts";
import type { SaldoClient } from "../client/saldo-client.ts";
import { addDuration, durationProblem } from "../domain/duration.ts";
import type { ClockAdvanced } from "../spec/generated/control-api.ts";
import { readInstant } from "../spec/given-instant.ts";

/** The timers of vitest and Jest, of `@sinonjs/fake-timers`, or `mock.timers` of `node:test`. */
export type FakeTimers =
  | { setSystemTime(now: number): unknown; advanceTimersByTimeAsync(ms: number): Promise<unknown> }
  | { setSystemTime(now: number): unknown; tickAsync(ms: number): Promise<unknown> }
  | { setTime(now: number): unknown; tick(ms: number): unknown };

export interface FollowOptions {
  /** Resolves when the application is idle. By default it is when no call of it is under way, and none follows at once. */
  readonly settled?: () => unknown;
}

/**
 * Makes the faked time of this process that of a world: `saldo.clock.advance` moves both from now on. It stops where a timer
 * of the application or something of the world is due, so that each happens at its own time. Once time is real again, the
 * world moves alone. Throws an `Error` if time is not faked, or if the clock of the world runs by itself.
 */
export async function followClock(saldo: SaldoClient, timers: FakeTimers, options: FollowOptions = {}): Promise<void> {
  if (!["setTime", "setSystemTime"].some((name) => name in Object(timers)))
    throw new Error("followClock takes faked timers: vi, a clock of @sinonjs/fake-timers, or mock.timers of node:test");
  refuseUnknownOptions("followClock", options, ["settled"]);
  refuseOtherTypes(options, { settled: "function" });
  const { settled = () => noCallUnderWay(saldo) } = options;
  const { clock } = saldo;
  const { advance } = clock;
  const FakedDate = Date;
  const { now, mode } = await clock.read();
  if (mode !== "frozen") throw new Error('followClock needs a frozen clock: saldo.clock.set({ mode: "frozen" })');
  // Where timers are not faked, vitest fakes Date to set it.
  if (!isSetTo(timers, now) || Date !== FakedDate)
    throw new Error("followClock needs faked time, Date too: call vi.useFakeTimers() before it");

  /** Moves both to the next instant at which something is due, at most to `end`. */
  const step = async (end: number, moveWorld: (at: number) => Promise<void>): Promise<void> => {
    const { nextDueAt } = await clock.read();
    const dueAt = nextDueAt === null ? Number.POSITIVE_INFINITY : Date.parse(nextDueAt);
    const timerAt = nextTimerAt();
    const at = Math.max(Date.now(), Math.min(end, timerAt, dueAt));
    // A timer that calls the world finds it at the timer's own time, and before what is due there.
    if (timerAt <= at) await moveWorld(dueAt > at ? at : Math.max(at - 1, Date.now()));
    await moveTimers(timers, at - Date.now());
    await settled();
    await moveWorld(at);
    await settled();
  };

  clock.advance = async (target) => {
    if (Date !== FakedDate) return await advance(target);
    // A rewind or another client may have moved the world since.
    isSetTo(timers, (await clock.read()).now);
    const end = await endOf(saldo, target);
    if (end === null || end < Date.now()) return await advance(target);
    const advances: ClockAdvanced[] = [];
    const moveWorld = async (at: number) => void advances.push(await advance({ to: new Date(at).toISOString() }));
    do await step(end, moveWorld);
    while (Date.now() < end);
    return advances.reduce(joined);
  };
}

/** Sets the time of this process, without a move: timers keep what they have left. Returns whether it is so now. */
function isSetTo(timers: FakeTimers, now: string): boolean {
  const at = Date.parse(now);
  if (at === Date.now()) return true;
  if ("setTime" in timers) timers.setTime(at);
  else timers.setSystemTime(at);
  return Date.now() === at;
}

/** Returns when an advance is to end; null where the sandbox is to refuse it itself. */
async function endOf({ clock, settings }: SaldoClient, target: AdvanceBody): Promise<number | null> {
  const { by, to, toNext }: Readonly<Record<string, unknown>> = target;
  if ([by, to, toNext].filter((one) => one !== undefined).length !== 1) return null;
  const end = toNext === true ? (await clock.read()).nextDueAt : to;
  if (typeof end === "string") return readInstant(end);
  if (typeof by !== "string" || durationProblem(by) !== null) return null;
  return addDuration(Date.now(), by, (await settings.read()).timeZone);
}

/** `@sinonjs/fake-timers`, which vitest and Jest have in them, puts its clock on what it fakes; `node:test` tells nothing. */
function nextTimerAt(): number {
  const timers: unknown = Object(Reflect.get(setTimeout, "clock")).timers;
  const all = timers instanceof Map ? [...timers.values()] : Object.values(Object(timers));
  return Math.min(...all.map(({ callAt }) => Number(callAt)));
}

async function moveTimers(timers: FakeTimers, ms: number): Promise<void> {
  if ("advanceTimersByTimeAsync" in timers) await timers.advanceTimersByTimeAsync(ms);
  else if ("tickAsync" in timers) await timers.tickAsync(ms);
  else timers.tick(ms);
}

async function noCallUnderWay({ history }: SaldoClient): Promise<void> {
  for (let newest = Number.NaN; ; ) {
    await nextTurn();
    const calls = await history.requests({ limit: 100 });
    const last = calls[0]?.requestId ?? 0;
    if (last === newest && calls.every(({ durationMs }) => durationMs !== null)) return;
    newest = last;
  }
}

function joined(one: ClockAdvanced, next: ClockAdvanced): ClockAdvanced {
  const { from, fromPosition, attempts } = one;
  const sumOf = (name: keyof typeof attempts) => attempts[name] + next.attempts[name];
  return {
    ...{ ...next, from, fromPosition },
    fired: [...one.fired, ...next.fired],
    firedTotal: one.firedTotal + next.firedTotal,
    truncated: one.truncated || next.truncated,
    attempts: { made: sumOf("made"), succeeded: sumOf("succeeded"), failed: sumOf("failed") },
  };
}
