import { useSignal } from "@preact/signals";
import { overview, zoneOf } from "../../live/overview.ts";
import { clockMode, worldNow } from "../../live/world-clock.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Select } from "../../parts/choice.tsx";
import { durationText } from "../../parts/duration.ts";
import { instantText } from "../../parts/instant.tsx";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { agenda } from "../../rail/agenda.ts";
import { onSandbox } from "../../state/action.ts";
import { perform } from "../../state/perform.ts";
import { advanceBy, advanceTo, advanceToNext, toggleClock, travelToNext } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { TakeBack } from "./take-back.tsx";
import { typedTime } from "./typed-time.ts";

const RATES = [1, 60, 3_600, 86_400];

export function TravelBar() {
  const read = overview.value.value;
  const next = read !== null && (read.clock.nextDueAt !== null || agenda.value?.items.length) ? advanceToNext() : null;
  const mode = clockMode.value;
  return (
    <section class="line travel-bar" aria-label={text.time.travel}>
      <ActionButton
        name={next === null && read !== null ? text.time.nothingDue : text.time.next}
        action={next}
        via={travelToNext}
        kind="primary"
        shortcut="n"
      />
      <ActionButton name={text.time.day} action={advanceBy("P1D")} shortcut="d" />
      <ActionButton name={text.time.month} action={advanceBy("P1M")} shortcut="m" />
      <AdvanceTo />
      <ActionButton
        name={mode?.mode === "running" ? text.clock.freeze : text.clock.run}
        action={toggleClock()}
        shortcut=" "
      />
      <Select
        aria-label={text.time.rate}
        title={text.time.rate}
        value={String(mode?.rate ?? 1)}
        options={[...new Set([...RATES, mode?.rate ?? 1])].map((rate) => [String(rate), `×${rate}`])}
        onChoose={async (rate, field) => {
          const answer = await perform(onSandbox("PUT", "/clock", { body: { rate: Number(rate) } }));
          // Nothing else makes the browser show again what is so.
          if (answer === null) field.value = String(clockMode.peek()?.rate ?? 1);
        }}
      />
      <TakeBack />
    </section>
  );
}

/** Takes a time as a person writes it, in the zone of the world, and says which instant that is. */
function AdvanceTo() {
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
