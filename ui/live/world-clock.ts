import { computed, effect, signal } from "@preact/signals";
import type { Clock } from "../../src/spec/generated/control-api.ts";

type Reading = Pick<Clock, "now" | "mode" | "rate">;

/** The last reading of the world's clock, with the machine's time of the reading. */
const reading = signal<(Reading & { readonly readAtMs: number }) | null>(null);

/** Shows a new reading of the clock; what it does not say stays as it was. */
export function showTime(clock: Partial<Reading>): void {
  const { now, mode = "frozen", rate = 1 } = { ...reading.peek(), ...clock };
  if (now === undefined) return;
  reading.value = { now, mode, rate, readAtMs: performance.now() };
}

/** Whether time passes by itself, and how fast; null before the first reading. */
export const clockMode = computed(() => {
  const clock = reading.value;
  return clock === null ? null : { mode: clock.mode, rate: clock.rate };
});

const tick = signal(0);

/** Milliseconds since 1970 by the world's clock, four times a second while it runs; null before the first reading. */
export const worldNow = computed(() => {
  const clock = reading.value;
  if (clock === null) return null;
  const shownAt = Date.parse(clock.now);
  if (clock.mode === "frozen") return shownAt;
  tick.value;
  return shownAt + Math.max(0, performance.now() - clock.readAtMs) * clock.rate;
});

const TICK_MS = 250;

/** Lets the shown time pass while the clock of the world runs. */
export function runClock(): void {
  effect(() => {
    if (clockMode.value?.mode !== "running") return;
    const timer = setInterval(() => {
      if (!document.hidden) tick.value++;
    }, TICK_MS);
    return () => clearInterval(timer);
  });
}
