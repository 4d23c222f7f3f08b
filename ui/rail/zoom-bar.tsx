import { overview } from "../live/overview.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { linkTo } from "../state/place.ts";
import { lastMove, playhead } from "../state/travel.ts";
import { text } from "../text/text.ts";
import type { RailModel } from "./model.ts";
import { showStretch, showWhole, ZOOM_STEP, zoom, zoomBy } from "./zoom.ts";

const WINDOW_MS = 30 * 86_400_000;

/** How much of the time the rail shows: all, what the last move changed, a month, or more and less of it. */
export function ZoomBar({ model }: { readonly model: RailModel }) {
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
      <Button name={t.lastDays(30)} onClick={() => showAll(model.nowMs - WINDOW_MS, model.nowMs)} />
      <Button name="−" aria-label={t.narrower} disabled={zoom.value === 1} onClick={() => zoomBy(1 / ZOOM_STEP)} />
      <Button name="+" aria-label={t.wider} onClick={() => zoomBy(ZOOM_STEP)} />
    </div>
  );
}

/** Copies a link to what the page shows, at the moment that it shows; what is due has no position yet. */
export function CopyLink({ model, kind }: { readonly model: RailModel; readonly kind: "plain" | "icon" }) {
  const link = () => {
    const { value } = playhead;
    const position = value.kind === "past" ? value.position : model.position;
    return linkTo(position, overview.peek().value?.company.companyId);
  };
  return <CopyButton kind={kind} content={link} label={text.rail.copyLink} />;
}
