import type { TimelineBucket } from "../../src/spec/generated/control-api.ts";
import type { MoneyStep } from "./model.ts";
import type { Scale } from "./scale.ts";

export function stepOf({ at, lastAt, position, available: { min, max, last }, reserved }: TimelineBucket): MoneyStep {
  return { fromMs: Date.parse(at), atMs: Date.parse(lastAt), position, min, max, available: last, reserved };
}

/** The steps of the money to the instant at which they end, and where they are drawn. */
interface Line {
  readonly steps: readonly MoneyStep[];
  readonly scale: Scale;
  readonly y: (cents: number) => number;
  readonly untilMs: number;
}

/** Returns the step line of the balance. */
export function balancePath({ steps, scale, y, untilMs }: Line): string {
  const parts = steps.map(({ fromMs, available, min, max }, i) => {
    const x = round(scale.x(fromMs));
    const spread = min === max ? "" : `V${round(y(max))}V${round(y(min))}`;
    return i === 0 ? `M${x} ${round(y(min))}${spread}V${round(y(available))}` : `H${x}${spread}V${round(y(available))}`;
  });
  return steps.length === 0 ? "" : `${parts.join("")}H${round(scale.x(untilMs))}`;
}

/** Returns the outline of what is reserved, on top of the balance. */
export function reservedPath({ steps, scale, y, untilMs }: Line): string {
  return steps
    .map(({ fromMs, available, reserved }, i) => {
      if (reserved === 0) return "";
      const x0 = round(scale.x(fromMs));
      const x1 = round(scale.x(steps[i + 1]?.fromMs ?? untilMs));
      return `M${x0} ${round(y(available + reserved))}H${x1}V${round(y(available))}H${x0}Z`;
    })
    .join("");
}

/** Half a pixel is all that a screen shows, and shorter numbers are read faster. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}
