import { instantText } from "../parts/instant.tsx";
import { moneyText } from "../parts/money.tsx";
import { advanceTo, playhead, rewindTo, travel } from "../state/travel.ts";
import { text } from "../text/text.ts";
import { RAIL_PX } from "./layout.ts";
import { type RailModel, stepAt } from "./model.ts";
import type { Drawn } from "./scale.ts";
import { backToNow, playheadAt, shownMs, stepDay, stepEvent } from "./steering.ts";

interface Props extends Drawn {
  /** The present by the running clock, which the model does not follow. */
  readonly nowMs: number;
}

/** The line that shows which moment is looked at: a slider for the keyboard. */
export function Playhead({ model, scale, nowMs }: Props) {
  const t = text.rail;
  const { kind } = playhead.value;
  const ms = kind === "now" ? nowMs : shownMs(model);
  const first = model.steps[0]?.atMs ?? model.nowMs;
  const last = model.due.at(-1)?.atMs ?? model.nowMs;
  const money = stepAt(model.steps, ms);
  const told = kind === "now" ? text.words.now : instantText(ms);
  const x = scale.x(Math.min(ms, Math.max(last, model.nowMs)));
  return (
    <div
      class={`playhead ${kind}`}
      role="slider"
      tabIndex={0}
      aria-label={t.playhead}
      aria-valuemin={first}
      aria-valuemax={Math.max(last, nowMs)}
      aria-valuenow={ms}
      aria-valuetext={money === null ? told : `${told}, ${moneyText(money.available)}`}
      style={{ left: `${x}px`, height: `${RAIL_PX}px` }}
      onKeyDown={(event) => steerByKey(event, model)}
    >
      <span class={x > scale.width - 90 ? "playhead-flag end" : "playhead-flag"}>
        {kind === "now" ? text.words.now : instantText(ms).slice(0, -3)}
      </span>
    </div>
  );
}

function steerByKey(event: KeyboardEvent, model: RailModel): void {
  const { key, shiftKey } = event;
  const run = keysOf(model, shiftKey)[key];
  if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  run();
}

/** What the keys do on the slider; the arrows also work everywhere else on the page. */
export function keysOf(model: RailModel, shiftKey: boolean): Readonly<Record<string, () => void>> {
  const last = model.due.at(-1);
  const move = (direction: -1 | 1) => (shiftKey ? stepDay(direction, model) : stepEvent(direction, model));
  return {
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    Home: () => (playhead.value = playheadAt(Number.NEGATIVE_INFINITY, model)),
    End: () => (playhead.value = last === undefined ? { kind: "now" } : { kind: "future", atMs: last.atMs }),
    Escape: backToNow,
    Enter: goThere,
  };
}

/** Makes the moment that is looked at the present. */
function goThere(): void {
  const { value } = playhead;
  if (value.kind === "past") void travel(rewindTo(value.position));
  if (value.kind === "future") void travel(advanceTo(value.atMs));
}
