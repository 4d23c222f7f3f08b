import { eventText } from "../report/event-text.ts";
import type { ClockAdvanced } from "../spec/generated/control-api.ts";

/** Returns what an advance has done: the time, each event in a line, and how the webhooks ended. */
export function advanceText({ from, to, fired, firedTotal, attempts }: ClockAdvanced): string {
  const left = firedTotal - fired.length;
  const { succeeded, failed } = attempts;
  const lines = [
    `${from} → ${to}`,
    ...fired.flatMap((event) => eventText(event) ?? []),
    ...(left > 0 ? [`and ${left} more events`] : []),
    ...(succeeded + failed > 0 ? [`webhook attempts: ${succeeded} succeeded, ${failed} failed`] : []),
  ];
  return lines.join("\n");
}
