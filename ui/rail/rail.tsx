import { useMemo } from "preact/hooks";
import { worldNow } from "../live/world-clock.ts";
import { playhead } from "../state/travel.ts";
import { text } from "../text/text.ts";
import { laneBox, RAIL_PX } from "./layout.ts";
import { LANES, type RailModel } from "./model.ts";
import { RailPicture } from "./picture.tsx";
import { Playhead } from "./playhead.tsx";
import { PlayheadBar } from "./playhead-bar.tsx";
import { RailTable } from "./rail-table.tsx";
import { railModel } from "./read-model.ts";
import { layOut } from "./scale.ts";
import { RailView } from "./view.tsx";
import { axisPx } from "./zoom.ts";
import { ZoomBar } from "./zoom-bar.tsx";

/** One axis of world time for all that happened and all that is due, with the playhead. */
export function Rail() {
  const t = text.value.rail;
  const model = railModel.value;
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
        {model === null ? <div style={{ height: `${RAIL_PX}px` }} /> : <Axis model={model} />}
      </div>
      {model !== null && <PlayheadBar model={model} />}
      {model !== null && (
        <div class="rail-foot">
          <RailTable model={model} />
          <ZoomBar model={model} />
        </div>
      )}
    </section>
  );
}

function Axis({ model }: { readonly model: RailModel }) {
  const scale = useMemo(() => layOut(model.stops, axisPx.value), [model, axisPx.value]);
  return (
    <RailView model={model} scale={scale}>
      <RailPicture model={model} scale={scale} />
      <Playhead model={model} scale={scale} nowMs={worldNow.value ?? model.nowMs} />
    </RailView>
  );
}
