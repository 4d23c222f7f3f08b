import { zoneOf } from "../live/overview.ts";
import { durationText } from "../parts/duration.ts";
import { factsText } from "../parts/facts.ts";
import { instantParts, instantText } from "../parts/instant.tsx";
import { SHAPES } from "../parts/status.tsx";
import { text } from "../text/text.ts";
import { balancePath, reservedPath } from "./balance-line.ts";
import { laneBox, moneyScale, type PlacedMark, placeMarks, RAIL_PX } from "./layout.ts";
import { type Drawn, LANES } from "./model.ts";
import type { Scale } from "./scale.ts";
import { LABEL_PX, ticksOf } from "./ticks.ts";
import { isDrawn } from "./zoom.ts";

export function RailPicture({ model, scale }: Drawn) {
  const nowX = scale.x(model.nowMs);
  return (
    <svg class="rail-picture" width={scale.width} height={RAIL_PX} aria-hidden="true">
      {LANES.map((lane) => {
        const { top, height } = laneBox(lane);
        return <line key={lane} x1={0} x2={scale.width} y1={top + height} y2={top + height} />;
      })}
      <Folds scale={scale} />
      <Ticks scale={scale} nowX={nowX} />
      <rect class="future" x={nowX} y={0} width={Math.max(0, scale.width - nowX)} height={RAIL_PX} />
      <LeftBranches model={model} scale={scale} />
      <Money model={model} scale={scale} />
      <Bars model={model} scale={scale} />
      <Marks model={model} scale={scale} />
      <DueItems model={model} scale={scale} />
    </svg>
  );
}

function Folds({ scale }: { readonly scale: Scale }) {
  return scale.segments
    .filter(({ isFolded }) => isFolded)
    .map(({ fromMs, toMs, x0, x1 }) => (
      <g key={fromMs} class="fold">
        <rect x={x0 + 1} y={0} width={Math.max(0, x1 - x0 - 2)} height={RAIL_PX} />
        <text x={(x0 + x1) / 2} y={13} text-anchor="middle">
          {durationText(toMs - fromMs).replace(/^(\S+ \S+).*/, "$1")}
        </text>
      </g>
    ));
}

function Ticks({ scale, nowX }: { readonly scale: Scale; readonly nowX: number }) {
  return (
    ticksOf(scale, zoneOf())
      // The flag of the present stands there.
      .filter(({ ms, x }) => isDrawn({ atMs: ms }) && Math.abs(x - nowX) > LABEL_PX)
      .map(({ x, ms, shows }, i, ticks) => {
        const { day, time } = instantParts(ms);
        const before = ticks[i - 1];
        const isNewDay = before === undefined || instantParts(before.ms).day !== day;
        const shortDay = day.replace(/ \d{4}$/, "");
        const label = shows === "day" ? shortDay : `${isNewDay ? `${shortDay} ` : ""}${time.slice(0, 5)}`;
        const isLast = x > scale.width - 44;
        return (
          <g key={ms} class="tick">
            <line x1={x} x2={x} y1={16} y2={RAIL_PX} />
            <text x={isLast ? x - 3 : x + 3} y={13} text-anchor={isLast ? "end" : "start"}>
              {label}
            </text>
          </g>
        );
      })
  );
}

function LeftBranches({ model, scale }: Drawn) {
  const { top, height } = laneBox("balance");
  return model.left.map(({ fromMs, toMs, after, upTo }) => (
    <rect
      key={after}
      class="left-branch"
      x={scale.x(fromMs)}
      y={top + height - 4}
      width={Math.max(2, scale.x(toMs) - scale.x(fromMs))}
      height={3}
    >
      <title>
        {after + 1}–{upTo}
      </title>
    </rect>
  ));
}

/** The balance as a step line, what is reserved on top of it, and what is expected of what is due. */
export function Money({ model, scale }: Drawn) {
  const { steps, due, nowMs } = model;
  const last = steps.at(-1);
  const expected: number[] = [last?.available ?? 0];
  for (const { cents } of due) expected.push((expected.at(-1) ?? 0) + cents);
  const y = moneyScale(steps, expected);
  const line = { steps, scale, y, untilMs: nowMs };
  const future = due.map(({ atMs }, i) => `H${scale.x(atMs)}V${y(expected[i + 1] ?? 0)}`).join("");
  const { top, height } = laneBox("balance");
  const zero = y(0);
  return (
    <g class="money-lane">
      <path class="reserved" d={reservedPath(line)} />
      <line class="zero" x1={0} x2={scale.width} y1={zero} y2={zero} />
      <path class="balance" d={balancePath(line)} />
      {zero < top + height - 6 && (
        <svg
          aria-hidden="true"
          x={0}
          y={zero}
          width={scale.width}
          height={top + height - zero}
          viewBox={`0 ${zero} ${scale.width} ${top + height - zero}`}
        >
          <path class="balance below" d={balancePath(line)} />
        </svg>
      )}
      {last !== undefined && (
        <path class="expected" d={`M${scale.x(nowMs)} ${y(last.available)}${future}H${scale.width}`} />
      )}
    </g>
  );
}

/** Holds, from the payment to the release. */
function Bars({ model, scale }: Drawn) {
  const { top, height } = laneBox("holds");
  return model.bars.map(({ fromMs, toMs, href, isOver }) => (
    <a key={`${href} ${fromMs}`} href={href ?? undefined} tabindex={-1}>
      <rect
        class={isOver ? "bar over" : "bar"}
        x={scale.x(fromMs)}
        y={top + 4}
        width={Math.max(3, scale.x(toMs) - scale.x(fromMs))}
        height={height - 8}
        rx={2}
      >
        <title>{text.rail.lanes.holds}</title>
      </rect>
    </a>
  ));
}

/** What happened, as one mark each or for many. */
export function Marks({ model, scale }: Drawn) {
  return placeMarks(model.marks.filter(isDrawn), scale).map((mark) => (
    <MarkShape key={`${mark.lane} ${mark.atMs} ${mark.x}`} mark={mark} />
  ));
}

function MarkShape({ mark }: { readonly mark: PlacedMark }) {
  const { x, y, tone, count, label, href, atMs } = mark;
  return (
    <a href={href ?? undefined} tabindex={-1}>
      <g transform={`translate(${x} ${y})`} class={`rail-mark ${tone}`}>
        <title>{factsText(label, instantText(atMs))}</title>
        {count > 1 ? (
          <>
            <rect x={-7} y={-6} width={String(count).length * 6 + 8} height={12} rx={6} />
            <text x={String(count).length * 3 - 3} y={3.5} text-anchor="middle">
              {count}
            </text>
          </>
        ) : tone === "quiet" ? (
          <circle r={2} />
        ) : (
          <path d={SHAPES[tone]} transform="scale(0.7) translate(-8 -8)" />
        )}
      </g>
    </a>
  );
}

function DueItems({ model, scale }: Drawn) {
  return model.due.map(({ atMs, lane, label }, i) => {
    if (lane === null) return null;
    const { top, height } = laneBox(lane);
    return (
      <circle key={`${lane} ${atMs} ${i}`} class="due-item" cx={scale.x(atMs)} cy={top + height / 2} r={3.5}>
        <title>{factsText(label, instantText(atMs))}</title>
      </circle>
    );
  });
}
