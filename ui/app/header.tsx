import type { ComponentChildren } from "preact";
import { connection } from "../live/follow.ts";
import { overview, zoneOf } from "../live/overview.ts";
import { clockMode, worldNow } from "../live/world-clock.ts";
import { instantParts } from "../parts/instant.tsx";
import { Money } from "../parts/money.tsx";
import { Status, type Tone } from "../parts/status.tsx";
import { cityOf } from "../parts/zone.ts";
import { actAs } from "../state/session.ts";
import { text } from "../text/text.ts";
import { CodeToggle } from "./as-code.tsx";
import { PaletteKey } from "./palette-key.tsx";
import { Preferences } from "./preferences.tsx";

/** What is always there: the world, its clock, its money and the connection. */
export function Header() {
  const { accounts, company } = overview.value.value ?? {};
  const t = text.value;
  return (
    <header class="top">
      <div class="brand">
        <strong>Saldo</strong>
        <Company name={company?.name} />
      </div>
      <ClockFace />
      <dl class="figures">
        <Figure name={t.money.available}>{accounts && <Money cents={accounts.available} />}</Figure>
        <Figure name={t.money.reserved}>{accounts && <Money cents={accounts.reserved} />}</Figure>
        <Figure name={t.money.underWay}>{accounts && <Money cents={accounts.unsettled} />}</Figure>
      </dl>
      <div class="switches">
        <ConnectionStatus />
        <PaletteKey />
        <CodeToggle />
        <Preferences />
      </div>
    </header>
  );
}

/** The company that the page acts as; of several, one can be chosen. */
function Company({ name }: { readonly name: string | undefined }) {
  const { company, world } = overview.value.value ?? {};
  const companies = world?.companies ?? [];
  if (companies.length < 2) {
    return (
      <span class="company" title={world?.worldId}>
        {name ?? "…"}
      </span>
    );
  }
  return (
    <select
      class="company"
      aria-label={text.value.session.company}
      value={company?.companyId}
      onChange={(event) => actAs(event.currentTarget.value)}
    >
      {companies.map((one) => (
        <option key={one.companyId} value={one.companyId}>
          {one.name}
        </option>
      ))}
    </select>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? "–"}</dd>
    </div>
  );
}

function ClockFace() {
  const now = worldNow.value;
  const mode = clockMode.value;
  const t = text.value.clock;
  if (now === null || mode === null) return <div class="clock">…</div>;
  const { day, time } = instantParts(now);
  const isFast = mode.mode === "running" && mode.rate !== 1;
  return (
    <div class="clock" title={new Date(now).toISOString()}>
      <span class="visually-hidden">{t.label}</span>
      <span class="clock-day">{day}</span>
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

const tones = { live: "good", connecting: "waiting", paused: "quiet", lost: "bad" } as const satisfies Record<
  string,
  Tone
>;

function ConnectionStatus() {
  const state = connection.value;
  return (
    <span role="status" class="connection">
      <Status tone={tones[state]}>{text.value.connection[state]}</Status>
    </span>
  );
}
