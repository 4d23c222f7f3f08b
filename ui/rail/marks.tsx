import { factsText } from "../parts/facts.ts";
import { instantText } from "../parts/instant.tsx";
import { SHAPES } from "../parts/status.tsx";
import { text } from "../text/text.ts";
import { laneBox, type PlacedMark, placeMarks } from "./layout.ts";
import type { Drawn } from "./scale.ts";
import { isDrawn } from "./zoom.ts";

/** Holds, from the payment to the release. */
export function Bars({ model, scale }: Drawn) {
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
            <text x={String(count).length * 3 - 3} y={3.5}>
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

export function DueItems({ model, scale }: Drawn) {
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
