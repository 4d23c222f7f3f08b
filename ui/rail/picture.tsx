import { zoneOf } from "../live/overview.ts";
import { durationText } from "../parts/duration.ts";
import { instantParts } from "../parts/instant.tsx";
import { laneBox, RAIL_PX } from "./layout.ts";
import { Bars, DueItems, Marks } from "./marks.tsx";
import { LANES } from "./model.ts";
import { Money } from "./money-lane.tsx";
import type { Drawn, Scale } from "./scale.ts";
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
        <text x={(x0 + x1) / 2} y={13}>
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
            <text x={isLast ? x - 3 : x + 3} y={13} class={isLast ? "end" : undefined}>
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
