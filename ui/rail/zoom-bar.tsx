import { Key } from "../parts/key.tsx";
import { lastMove } from "../state/travel.ts";
import { text } from "../text/text.ts";
import { CopyLink } from "./copy-link.tsx";
import type { RailModel } from "./model.ts";
import { showStretch, showWhole, ZOOM_STEP, zoom, zoomBy } from "./zoom.ts";

const WINDOW_MS = 30 * 86_400_000;

/** How much of the time the rail shows: all, what the last move changed, a month, or more and less of it. */
export function ZoomBar({ model }: { readonly model: RailModel }) {
  const t = text.value.rail;
  const move = lastMove.value;
  return (
    <div class="rail-zoom">
      <CopyLink kind="plain" model={model} />
      <button type="button" disabled={zoom.value === 1} onClick={showWhole}>
        {t.whole}
        <Key name="0" />
      </button>
      <button
        type="button"
        disabled={move === null}
        onClick={() => {
          if (move === null) return;
          const fromMs = Math.min(move.fromMs, move.toMs);
          showStretch({ fromMs, toMs: Math.max(move.fromMs, move.toMs, model.nowMs) }, model.stops);
        }}
      >
        {t.sinceMove}
      </button>
      <button
        type="button"
        onClick={() => showStretch({ fromMs: model.nowMs - WINDOW_MS, toMs: model.nowMs }, model.stops)}
      >
        {t.lastDays(30)}
      </button>
      <button type="button" aria-label={t.narrower} disabled={zoom.value === 1} onClick={() => zoomBy(1 / ZOOM_STEP)}>
        −
      </button>
      <button type="button" aria-label={t.wider} onClick={() => zoomBy(ZOOM_STEP)}>
        +
      </button>
    </div>
  );
}
