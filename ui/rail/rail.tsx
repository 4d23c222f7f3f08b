import { ChevronDown, ChevronUp } from "lucide";
import { useMemo } from "preact/hooks";
import { overview } from "../live/overview.ts";
import { worldNow } from "../live/world-clock.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { DAY } from "../parts/duration.ts";
import { linkTo, place } from "../state/place.ts";
import { stored } from "../state/stored.ts";
import { lastMove, playhead } from "../state/travel.ts";
import { text } from "../text/text.ts";
import { laneBox, RAIL_PX } from "./layout.ts";
import { LANES, type RailModel } from "./model.ts";
import { RailPicture } from "./picture.tsx";
import { Playhead, PlayheadBar } from "./playhead.tsx";
import { RailTable } from "./rail-table.tsx";
import { railModel } from "./read-model.ts";
import { layOut } from "./scale.ts";
import { RailView } from "./view.tsx";
import { axisPx, showStretch, showWhole, ZOOM_STEP, zoom, zoomBy } from "./zoom.ts";

/** Whether all lanes are shown beside a screen, and not only the strip with the balance. */
const beside = stored("saldo-rail", ["open", "closed"], "closed");

/** One axis of world time for all that happened and is due. Beside screens that are not about time it is a strip. */
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

/** How much of the time the rail shows: all, what the last move changed, a month, or more and less of it. */
function ZoomBar({ model }: { readonly model: RailModel }) {
  const t = text.rail;
  const move = lastMove.value;
  const showAll = (...instants: readonly number[]) =>
    showStretch({ fromMs: Math.min(...instants), toMs: Math.max(...instants) }, model.stops);
  return (
    <div class="line rail-zoom">
      <CopyLink kind="plain" model={model} />
      <Button name={t.whole} shortcut="0" disabled={zoom.value === 1} onClick={showWhole} />
      <Button
        name={t.sinceMove}
        disabled={move === null}
        onClick={() => move && showAll(move.fromMs, move.toMs, model.nowMs)}
      />
      <Button name={t.lastDays(30)} onClick={() => showAll(model.nowMs - 30 * DAY, model.nowMs)} />
      <Button name="−" aria-label={t.narrower} disabled={zoom.value === 1} onClick={() => zoomBy(1 / ZOOM_STEP)} />
      <Button name="+" aria-label={t.wider} onClick={() => zoomBy(ZOOM_STEP)} />
    </div>
  );
}

/** Copies a link to what the page shows, at the moment that it shows; what is due has no position yet. */
function CopyLink({ model, kind }: { readonly model: RailModel; readonly kind: "plain" | "icon" }) {
  const link = () => {
    const { value } = playhead;
    const position = value.kind === "past" ? value.position : model.position;
    return linkTo(position, overview.peek().value?.company.companyId);
  };
  return <CopyButton kind={kind} content={link} label={text.rail.copyLink} />;
}
