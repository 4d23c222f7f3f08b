import { useSignal } from "@preact/signals";
import { zoneOf } from "../../live/overview.ts";
import { worldNow } from "../../live/world-clock.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { durationText } from "../../parts/duration.ts";
import { instantText } from "../../parts/instant.tsx";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { advanceTo } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { typedTime } from "./typed-time.ts";

/** Takes a time as a person writes it, in the zone of the world, and says which instant that is. */
export function AdvanceTo() {
  const typed = useSignal("");
  const t = text.time;
  const now = worldNow.value ?? 0;
  const atMs = typedTime(typed.value, now, zoneOf());
  const isAhead = atMs !== null && atMs > now;
  const action = isAhead ? advanceTo(atMs) : null;
  const told =
    typed.value === "" ? "" : atMs === null ? t.noTime : isAhead ? instantText(atMs) : text.problems.ADVANCE_INTO_PAST;
  return (
    <form class="inline">
      <input
        aria-label={t.to}
        placeholder={t.examples}
        size={22}
        autocomplete="off"
        aria-invalid={typed.value !== "" && !isAhead}
        {...typedInto(typed)}
      />
      <div class="line told">
        <output class="quiet">{isAhead ? `${told} · ${durationText(atMs - now)}` : told}</output>
        <ActionButton name={t.advance} kind="primary" action={action} onDone={emptied(typed)} />
      </div>
    </form>
  );
}
