import { useRef } from "preact/hooks";
import { type ConnectionState, connection } from "../live/follow.ts";
import { overview, zoneOf } from "../live/overview.ts";
import { clockMode, worldNow } from "../live/world-clock.ts";
import { Select } from "../parts/choice.tsx";
import { instantParts } from "../parts/instant.tsx";
import { Money } from "../parts/money.tsx";
import { Status, type Tone } from "../parts/status.tsx";
import { cityOf } from "../parts/zone.ts";
import { goTo, place } from "../state/place.ts";
import { apiKey, companyId } from "../state/session.ts";
import { text } from "../text/text.ts";
import { CodeToggle } from "./as-code.tsx";
import { PaletteKey } from "./palette.tsx";
import { Preferences } from "./preferences.tsx";

export function Header() {
  const name = overview.value.value?.world.name ?? "Saldo";
  const { available, reserved, unsettled } = overview.value.value?.accounts ?? {};
  return (
    <header class="top">
      <div class="brand">
        <strong title={name}>{name}</strong>
        <Company key={apiKey.value} />
      </div>
      <ClockFace />
      <dl class="figures">
        <Figure name={text.money.available} cents={available} />
        <Figure name={text.money.reserved} cents={reserved} />
        <Figure name={text.money.underWay} cents={unsettled} />
      </dl>
      <div class="line switches">
        <span role="status">
          <Status tone={tones[connection.value]}>{text.connection[connection.value]}</Status>
        </span>
        <PaletteKey />
        <CodeToggle />
        <Preferences />
      </div>
    </header>
  );
}

/** The company that the page acts as; of several, one can be chosen. */
function Company() {
  const { company, world } = overview.value.value ?? {};
  // While the next one is read, what chose it keeps the focus.
  const known = useRef(world?.companies ?? []);
  const companies = world?.companies ?? known.current;
  known.current = companies;
  if (companies.length < 2) {
    return (
      <span class="company" title={world?.worldId}>
        {company?.name ?? "…"}
      </span>
    );
  }
  return (
    <Select
      class="company"
      aria-label={text.session.company}
      value={company?.companyId ?? companyId.value}
      options={companies.map(({ companyId, name }) => [companyId, name])}
      onChoose={(companyId) => goTo(place.value.screen, { company: companyId })}
    />
  );
}

function Figure({ name, cents }: { readonly name: string; readonly cents: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{cents === undefined ? "–" : <Money cents={cents} />}</dd>
    </div>
  );
}

function ClockFace() {
  const now = worldNow.value;
  const mode = clockMode.value;
  const t = text.clock;
  if (now === null || mode === null) return <div class="clock">…</div>;
  const { day, time } = instantParts(now);
  const isFast = mode.mode === "running" && mode.rate !== 1;
  return (
    <div class="clock" title={new Date(now).toISOString()}>
      <span class="visually-hidden">{t.label}</span>
      <span>{day}</span>
      <span class="clock-time">{time}</span>
      <span class="quiet" title={zoneOf()}>
        {cityOf(zoneOf())}
      </span>
      <span class={`chip ${mode.mode}`} title={isFast ? t.rate(mode.rate) : undefined}>
        {mode.mode === "frozen" ? t.frozen : t.running}
        {isFast && ` ×${mode.rate}`}
      </span>
    </div>
  );
}

const tones: Record<ConnectionState, Tone> = { live: "good", connecting: "waiting", paused: "quiet", lost: "bad" };
