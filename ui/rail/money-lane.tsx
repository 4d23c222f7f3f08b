import { balancePath, reservedPath } from "./balance-line.ts";
import { laneBox, moneyScale } from "./layout.ts";
import type { Drawn } from "./scale.ts";

/** The balance as a step line, what is reserved on top of it, and what is expected of what is due. */
export function Money({ model, scale }: Drawn) {
  const { steps, due, nowMs } = model;
  const last = steps.at(-1);
  const expected: number[] = [last?.available ?? 0];
  for (const { cents } of due) expected.push((expected.at(-1) ?? 0) + cents);
  const y = moneyScale(steps, expected);
  const future = due.map(({ atMs }, i) => `H${scale.x(atMs)}V${y(expected[i + 1] ?? 0)}`).join("");
  const { top, height } = laneBox("balance");
  const zero = y(0);
  return (
    <g class="money-lane">
      <path class="reserved" d={reservedPath(steps, scale, y, nowMs)} />
      <line class="zero" x1={0} x2={scale.width} y1={zero} y2={zero} />
      <path class="balance" d={balancePath(steps, scale, y, nowMs)} />
      {zero < top + height - 6 && (
        <svg
          aria-hidden="true"
          x={0}
          y={zero}
          width={scale.width}
          height={top + height - zero}
          viewBox={`0 ${zero} ${scale.width} ${top + height - zero}`}
        >
          <path class="balance below" d={balancePath(steps, scale, y, nowMs)} />
        </svg>
      )}
      {last !== undefined && (
        <path class="expected" d={`M${scale.x(nowMs)} ${y(last.available)}${future}H${scale.width}`} />
      )}
    </g>
  );
}
