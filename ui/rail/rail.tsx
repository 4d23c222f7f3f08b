import { signal } from "@preact/signals";
import { ChevronDown, ChevronUp } from "lucide";
import { useMemo } from "preact/hooks";
import { worldNow } from "../live/world-clock.ts";
import { Icon } from "../parts/icon.tsx";
import { place } from "../state/place.ts";
import { text } from "../text/text.ts";
import { CopyLink } from "./copy-link.tsx";
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

const STORED_OPEN = "saldo-rail";

/** Whether all lanes are shown beside a screen, and not only the strip with the balance. */
const isOpenBeside = signal(localStorage.getItem(STORED_OPEN) === "open");

/** Opens or closes the rail beside the screens, and remembers it. */
function openBeside(isOpen: boolean): void {
  isOpenBeside.value = isOpen;
  localStorage.setItem(STORED_OPEN, isOpen ? "open" : "closed");
}

/**
 * One axis of world time for all that happened and all that is due, with the playhead. Beside the screens that are not
 * about time it is a strip with the balance, which opens.
 */
export function Rail() {
  const t = text.value.rail;
  const model = railModel.value;
  const isBeside = place.value.screen !== "time";
  const isOpen = !isBeside || isOpenBeside.value;
  return (
    <section class={isOpen ? "rail" : "rail strip"} aria-label={t.label}>
      {isBeside && (
        <div class="rail-tools">
          {model !== null && !isOpen && <CopyLink kind="icon" model={model} />}
          <Toggle isOpen={isOpen} />
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
      {model !== null && isOpen && (
        <div class="rail-foot">
          <RailTable model={model} />
          <ZoomBar model={model} />
        </div>
      )}
    </section>
  );
}

function Toggle({ isOpen }: { readonly isOpen: boolean }) {
  const name = isOpen ? text.value.rail.close : text.value.rail.open;
  return (
    <button
      type="button"
      class="icon"
      aria-expanded={isOpen}
      aria-label={name}
      title={name}
      onClick={() => openBeside(!isOpen)}
    >
      <Icon of={isOpen ? ChevronUp : ChevronDown} />
    </button>
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
