import { overview } from "../../live/overview.ts";
import { clockMode } from "../../live/world-clock.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { agenda } from "../../rail/agenda.ts";
import { onSandbox } from "../../state/action.ts";
import { perform } from "../../state/perform.ts";
import { advanceBy, advanceToNext, toggleClock, travel } from "../../state/travel.ts";
import { text } from "../../text/text.ts";
import { AdvanceTo } from "./advance-to.tsx";
import { TakeBack } from "./take-back.tsx";

const RATES = [1, 60, 3_600, 86_400];

/** The buttons that move the clock, each with its key. */
export function TravelBar() {
  const t = text.value;
  const read = overview.value.value;
  const next = read !== null && (read.clock.nextDueAt !== null || agenda.value?.items.length) ? advanceToNext() : null;
  const mode = clockMode.value;
  return (
    <section class="travel-bar" aria-label={t.time.travel}>
      <ActionButton action={next} kind="primary" shortcut="n" via={travel}>
        {next === null && read !== null ? t.time.nothingDue : t.time.next}
      </ActionButton>
      <ActionButton action={advanceBy("P1D")} shortcut="d" via={travel}>
        {t.time.day}
      </ActionButton>
      <ActionButton action={advanceBy("P1M")} shortcut="m" via={travel}>
        {t.time.month}
      </ActionButton>
      <AdvanceTo />
      <ActionButton action={toggleClock()} shortcut=" ">
        {mode?.mode === "running" ? t.clock.freeze : t.clock.run}
      </ActionButton>
      <select
        aria-label={t.time.rate}
        title={t.time.rate}
        value={String(mode?.rate ?? 1)}
        onChange={async ({ currentTarget: field }) => {
          const answer = await perform(onSandbox("PUT", "/clock", { body: { rate: Number(field.value) } }));
          // Nothing else makes the browser show again what is so.
          if (answer === null) field.value = String(clockMode.peek()?.rate ?? 1);
        }}
      >
        {[...new Set([...RATES, mode?.rate ?? 1])].map((rate) => (
          <option key={rate} value={String(rate)}>
            ×{rate}
          </option>
        ))}
      </select>
      <TakeBack />
    </section>
  );
}
