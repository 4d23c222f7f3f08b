import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { worldNow } from "../live/world-clock.ts";
import { playhead } from "../state/travel.ts";
import { text } from "../text/text.ts";
import { laneBox, RAIL_PX } from "./layout.ts";
import { instantsOf, LANES } from "./model.ts";
import { RailPicture } from "./picture.tsx";
import { Playhead } from "./playhead.tsx";
import { PlayheadBar } from "./playhead-bar.tsx";
import { RailTable } from "./rail-table.tsx";
import { railModel } from "./read-model.ts";
import { layOut } from "./scale.ts";
import { dragTo } from "./steering.ts";

/** One axis of world time for all that happened and all that is due, with the playhead. */
export function Rail() {
  const width = useSignal(800);
  const plot = useRef<HTMLDivElement>(null);
  const isDragged = useRef(false);
  const t = text.value.rail;
  const model = railModel.value;
  useEffect(() => {
    if (plot.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) width.value = Math.max(240, entry.contentRect.width);
    });
    observer.observe(plot.current);
    return () => observer.disconnect();
  }, [width]);
  const scale = useMemo(() => (model === null ? null : layOut(instantsOf(model), width.value)), [model, width.value]);
  const steer = (event: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect();
    if (model === null || scale === null || box === undefined) return;
    dragTo(event.clientX - box.left, scale, model);
  };
  return (
    <section class={`rail ${playhead.value.kind}`} aria-label={t.label}>
      <div class="rail-body">
        <div class="rail-lanes" style={{ height: `${RAIL_PX}px` }} aria-hidden="true">
          {LANES.map((lane) => (
            <span key={lane} style={{ top: `${laneBox(lane).top}px`, height: `${laneBox(lane).height}px` }}>
              {t.lanes[lane]}
            </span>
          ))}
        </div>
        <div
          class="rail-plot"
          ref={plot}
          style={{ height: `${RAIL_PX}px` }}
          onPointerDown={(event) => {
            if (event.button !== 0 || (event.target instanceof Element && event.target.closest("a") !== null)) return;
            isDragged.current = true;
            plot.current?.setPointerCapture(event.pointerId);
            steer(event);
          }}
          onPointerMove={(event) => {
            if (isDragged.current) steer(event);
          }}
          onPointerUp={() => {
            isDragged.current = false;
          }}
          onPointerCancel={() => {
            isDragged.current = false;
          }}
        >
          {model !== null && scale !== null && (
            <>
              <RailPicture model={model} scale={scale} />
              <Playhead model={model} scale={scale} nowMs={worldNow.value ?? model.nowMs} />
            </>
          )}
        </div>
      </div>
      {model !== null && <PlayheadBar model={model} />}
      {model !== null && <RailTable model={model} />}
    </section>
  );
}
