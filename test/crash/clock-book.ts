import type { Answer } from "../../src/client/answer.ts";
import type { Ask } from "../../src/client/connection.ts";
import type { Chance } from "../../src/store/lowdb/testing/chance.ts";
import type { Move } from "./kept-book.ts";

/** What the client writes down that moves a world's time and changes its settings. */
export interface ClockBook {
  mode: string;
  /** The clock shows something from here to there. */
  atLeast: string;
  /** Null where time passes by itself. */
  atMost: string | null;
  webhookTimeout: string;
}

export interface SeenClock {
  readonly mode: string;
  readonly now: string;
  readonly webhookTimeout: string;
}

export async function lookAtClock(ask: Ask): Promise<SeenClock> {
  const [clock, settings] = await Promise.all([ask("GET", "/sandbox/clock"), ask("GET", "/sandbox/settings")]);
  return { mode: clock.text("mode"), now: clock.text("now"), webhookTimeout: settings.text("webhookTimeout") };
}

/** Instants of one form are compared as texts. */
export function clockDifferences({ mode, atLeast, atMost, webhookTimeout }: ClockBook, seen: SeenClock): string[] {
  const inTime = seen.now >= atLeast && (atMost === null || seen.now <= atMost);
  return [
    ...(seen.mode === mode ? [] : [`the clock is ${seen.mode} and should be ${mode}`]),
    ...(inTime ? [] : [`the clock shows ${seen.now} and should show ${atLeast} to ${atMost}`]),
    ...(seen.webhookTimeout === webhookTimeout
      ? []
      : [`the setting is ${seen.webhookTimeout} and should be ${webhookTimeout}`]),
  ];
}

export function adoptClock(book: ClockBook, seen: SeenClock): void {
  book.atLeast = seen.now;
  book.atMost = seen.mode === "frozen" ? seen.now : null;
}

export function nextClockMove(chance: Chance): Move<ClockBook> {
  const throwing = chance.below(100);
  if (throwing < 50) return advanced(1 + chance.below(30));
  if (throwing < 60)
    return { ...advanced(0), body: { to: "2000-01-01T00:00:00Z" }, expects: "refused", effect: () => {} };
  if (throwing < 80) return settingChanged(`PT${10 + chance.below(200)}S`);
  return clockSet(chance.pick(["frozen", "running"]));
}

function advanced(seconds: number): Move<ClockBook> {
  const effect = (book: ClockBook, answer: Answer | null) => {
    const target = new Date(Date.parse(book.atMost ?? book.atLeast) + seconds * 1_000).toISOString();
    if (answer !== null) book.atLeast = answer.text("to");
    // An advance that nobody heard the end of may have come to any place before its target.
    if (book.mode === "frozen") book.atMost = answer?.text("to") ?? target;
  };
  const body = { by: `PT${seconds}S` };
  return { method: "POST", path: "/sandbox/clock/advance", body, expects: "acknowledged", effect };
}

function settingChanged(webhookTimeout: string): Move<ClockBook> {
  const effect = (book: ClockBook) => {
    book.webhookTimeout = webhookTimeout;
  };
  return { method: "PATCH", path: "/sandbox/settings", body: { webhookTimeout }, expects: "acknowledged", effect };
}

function clockSet(mode: string): Move<ClockBook> {
  const effect = (book: ClockBook, answer: Answer | null) => {
    const before = book.mode;
    book.mode = mode;
    if (answer !== null) book.atLeast = answer.text("now");
    if (mode === "running") book.atMost = null;
    else if (answer !== null) book.atMost = answer.text("now");
    else if (before === "running") book.atMost = null;
  };
  return { method: "PUT", path: "/sandbox/clock", body: { mode }, expects: "acknowledged", effect };
}
