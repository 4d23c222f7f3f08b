import { zoneOf } from "../live/overview.ts";
import { durationText } from "../parts/duration.ts";
import { instantParts, instantText } from "../parts/instant.tsx";
import { memo } from "../parts/memo.tsx";
import { balancePath, laneBox, moneyScale, type PlacedMark, placeMarks, RAIL_PX, reservedPath } from "./layout.ts";
import { LANES, type RailModel } from "./model.ts";
import type { Scale } from "./scale.ts";
import { ticksOf } from "./ticks.ts";

interface Props {
  readonly model: RailModel;
  readonly scale: Scale;
}

/** The picture below the playhead. It changes with the world and not with the playhead. */
export const RailPicture = memo(function RailPicture({ model, scale }: Props) {
  const nowX = scale.x(model.nowMs);
  return (
    <svg class="rail-picture" width={scale.width} height={RAIL_PX} aria-hidden="true">
      {LANES.map((lane) => {
        const { top, height } = laneBox(lane);
        return <line key={lane} class="lane" x1={0} x2={scale.width} y1={top + height} y2={top + height} />;
      })}
      <Folds scale={scale} />
      <Ticks scale={scale} />
      <rect class="future" x={nowX} y={0} width={Math.max(0, scale.width - nowX)} height={RAIL_PX} />
      <LeftBranches model={model} scale={scale} />
      <Money model={model} scale={scale} />
      <Bars model={model} scale={scale} />
      <Marks model={model} scale={scale} />
      <DueItems model={model} scale={scale} />
    </svg>
  );
});

function Folds({ scale }: { readonly scale: Scale }) {
  return (
    <>
      {scale.segments
        .filter(({ isFolded }) => isFolded)
        .map(({ fromMs, toMs, x0, x1 }) => (
          <g key={fromMs} class="fold">
            <rect x={x0 + 1} y={0} width={Math.max(0, x1 - x0 - 2)} height={RAIL_PX} />
            <text x={(x0 + x1) / 2} y={13}>
              {durationText(toMs - fromMs).replace(/^(\S+ \S+).*/, "$1")}
            </text>
          </g>
        ))}
    </>
  );
}

function Ticks({ scale }: { readonly scale: Scale }) {
  return (
    <>
      {ticksOf(scale, zoneOf()).map(({ x, ms, shows }, i, ticks) => {
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
      })}
    </>
  );
}

function LeftBranches({ model, scale }: Props) {
  const { top, height } = laneBox("balance");
  return (
    <>
      {model.left.map(({ fromMs, toMs, after, upTo }) => (
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
      ))}
    </>
  );
}

function Money({ model, scale }: Props) {
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

function Bars({ model, scale }: Props) {
  const { top, height } = laneBox("holds");
  return (
    <>
      {model.bars.map(({ fromMs, toMs, label, href, isOver }) => (
        <a key={`${href} ${fromMs}`} href={href ?? undefined} tabindex={-1}>
          <rect
            class={isOver ? "bar over" : "bar"}
            x={scale.x(fromMs)}
            y={top + 4}
            width={Math.max(3, scale.x(toMs) - scale.x(fromMs))}
            height={height - 8}
            rx={2}
          >
            <title>{label}</title>
          </rect>
        </a>
      ))}
    </>
  );
}

const shapes = {
  good: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  bad: "M-3.5-3.5l7 7M3.5-3.5l-7 7",
  waiting: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
  attention: "M0-4.5l4.5 8h-9z",
  quiet: "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
};

function Marks({ model, scale }: Props) {
  return (
    <>
      {placeMarks(model.marks, scale).map((mark) => (
        <MarkShape key={`${mark.lane} ${mark.atMs} ${mark.x}`} mark={mark} />
      ))}
    </>
  );
}

function MarkShape({ mark }: { readonly mark: PlacedMark }) {
  const { x, y, tone, count, label, href, atMs } = mark;
  const content = (
    <g transform={`translate(${x} ${y})`} class={`rail-mark ${tone}`}>
      <title>{`${label} · ${instantText(atMs)}`}</title>
      {count > 1 ? (
        <>
          <rect x={-7} y={-6} width={String(count).length * 6 + 8} height={12} rx={6} />
          <text x={String(count).length * 3 - 3} y={3.5}>
            {count}
          </text>
        </>
      ) : (
        <path d={shapes[tone]} />
      )}
    </g>
  );
  return href === null ? (
    content
  ) : (
    <a href={href} tabindex={-1}>
      {content}
    </a>
  );
}

function DueItems({ model, scale }: Props) {
  return (
    <>
      {model.due.map(({ atMs, lane, label }, i) => {
        const { top, height } = laneBox(lane);
        return (
          <circle key={`${lane} ${atMs} ${i}`} class="due-item" cx={scale.x(atMs)} cy={top + height / 2} r={3.5}>
            <title>{`${label} · ${instantText(atMs)}`}</title>
          </circle>
        );
      })}
    </>
  );
}
