import { computed } from "@preact/signals";
import { zoneOf } from "../live/overview.ts";
import { worldNow } from "../live/world-clock.ts";
import { language } from "../text/text.ts";
import { shownIn } from "./zone.ts";

/** The parts of an instant in the zone of the world: day `2 Mar 2026`, time `09:00:00`. */
export function instantParts(ms: number): { readonly day: string; readonly time: string } {
  const of = shownIn(zoneOf(), ms, language.value === "pt" ? "pt-BR" : "en-GB", "short");
  const day = `${of("day")} ${of("month").replace(".", "")} ${of("year")}`;
  return { day, time: `${of("hour")}:${of("minute")}:${of("second")}` };
}

/** Returns `2 Mar 2026 09:00:00` in the zone of the world. */
export function instantText(ms: number): string {
  const { day, time } = instantParts(ms);
  return `${day} ${time}`;
}

/** Returns a sentence of the server with its times as the page shows times. */
export function withTimes(sentence: string): string {
  return sentence.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (iso) => instantText(Date.parse(iso)));
}

/** The year of the world's clock, which readers need not be told. */
const currentYear = computed(() => (worldNow.value === null ? "" : instantParts(worldNow.value).day.slice(-4)));

/** Returns the parts of an instant as they are shown: without the year if that is the current one. */
export function shownParts(at: string | number) {
  const { day, time } = instantParts(new Date(at).getTime());
  return { day: day.slice(-4) === currentYear.value ? day.slice(0, -5) : day, time };
}

/** An instant in the zone of the world; its title has it in UTC. */
export function Instant({ at }: { readonly at: string | number }) {
  const iso = new Date(at).toISOString();
  const { day, time } = shownParts(at);
  return (
    <time dateTime={iso} title={iso}>
      <span class="day">{day} </span>
      {time}
    </time>
  );
}
