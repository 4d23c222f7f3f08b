import { ChevronDown, ChevronUp } from "lucide";
import { useMemo } from "preact/hooks";
import { worldNow } from "../live/world-clock.ts";
import { IconButton } from "../parts/icon.tsx";
import { place } from "../state/place.ts";
import { stored } from "../state/stored.ts";
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
import { CopyLink, ZoomBar } from "./zoom-bar.tsx";

/** Whether all lanes are shown beside a screen, and not only the strip with the balance. */
const beside = stored("saldo-rail", ["open", "closed"], "closed");

/**
 * One axis of world time for all that happened and all that is due, with the playhead. Beside the screens that are not
 * about time it is a strip with the balance, which opens.
 */
export function Rail() {
  const t = text.rail;
  const model = railModel.value;
  const isBeside = place.value.screen !== "time";
  const isOpen = !isBeside || beside.value === "open";
  return (
    <section class={isOpen ? "rail" : "rail strip"} aria-label={t.label}>
      {isBeside && (
        <div class="rail-tools">
          {model !== null && !isOpen && <CopyLink kind="icon" model={model} />}
          <IconButton
            of={isOpen ? ChevronUp : ChevronDown}
            name={isOpen ? t.close : t.open}
            aria-expanded={isOpen}
            onClick={() => (beside.value = isOpen ? "closed" : "open")}
          />
        </div>
      )}
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
      {isOpen && (
        <div class="rail-foot">
          {model !== null && (
            <>
              <RailTable model={model} />
              <ZoomBar model={model} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function Axis({ model }: { readonly model: RailModel }) {
  const scale = useMemo(() => layOut(model.stops, axisPx.value), [model, axisPx.value]);
  // The picture changes with the world and not with the playhead.
  const picture = useMemo(() => <RailPicture model={model} scale={scale} />, [model, scale]);
  return (
    <RailView model={model} scale={scale}>
      {picture}
      <Playhead model={model} scale={scale} nowMs={worldNow.value ?? model.nowMs} />
    </RailView>
  );
}
