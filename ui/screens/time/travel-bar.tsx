import { overview } from "../../live/overview.ts";
import { clockMode } from "../../live/world-clock.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Select } from "../../parts/choice.tsx";
import { agenda } from "../../rail/agenda.ts";
import { onSandbox } from "../../state/action.ts";
import { perform } from "../../state/perform.ts";
import { advanceBy, advanceToNext, toggleClock, travelToNext } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { AdvanceTo } from "./advance-to.tsx";
import { TakeBack } from "./take-back.tsx";

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
