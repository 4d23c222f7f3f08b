import { eventName, isTold, lineOf } from "../../live/event-line.ts";
import { durationText } from "../../parts/duration.ts";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Status } from "../../parts/status.tsx";
import type { Move } from "../../state/move.ts";
import { lastMove, moneyOfMove } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

/** What the last move in time has done: money before and after, events by type, deliveries. */
export function Consequences() {
  const t = text.value.time;
  const move = lastMove.value;
  return (
    <section class="panel" aria-label={t.consequences}>
      <h2>{t.consequences}</h2>
      {move === null ? <p class="quiet">{t.noMove}</p> : <Told move={move} />}
    </section>
  );
}

function Told({ move }: { readonly move: Move }) {
  const t = text.value.time;
  const money = moneyOfMove.value;
  return (
    <>
      <p>
        <b>{move.kind === "advance" ? t.advanced(durationText(move.toMs - move.fromMs)) : t.rewound}</b>{" "}
        <Instant at={move.fromMs} /> → <Instant at={move.toMs} />
      </p>
      {money !== null && (
        <p>
          <Money cents={money.before} /> →{" "}
          <b>
            <Money cents={money.after} />
          </b>{" "}
          {money.after !== money.before && <Change cents={money.after - money.before} />}
        </p>
      )}
      {(move.attempts.succeeded > 0 || move.attempts.failed > 0) && <Attempts {...move.attempts} />}
      <EventGroups move={move} />
    </>
  );
}

function Change({ cents }: { readonly cents: number }) {
  return (
    <span class={cents < 0 ? "change bad" : "change good"}>
      {cents > 0 && "+"}
      <Money cents={cents} />
    </span>
  );
}

function Attempts({ succeeded, failed }: Move["attempts"]) {
  const t = text.value.deliveries;
  return (
    <p class="line">
      {succeeded > 0 && <Status tone="good">{t.delivered(succeeded)}</Status>}
      {failed > 0 && <Status tone="bad">{t.failed(failed)}</Status>}
    </p>
  );
}

/** The most events of a type that are listed; the history below has all. */
const MAX_LISTED = 4;

function EventGroups({ move }: { readonly move: Move }) {
  const told = move.events.filter(isTold);
  const groups = Map.groupBy(told, ({ type }) => type);
  return (
    <ul class="groups">
      {[...groups].map(([type, events]) => (
        <li key={type}>
          <span>
            {events.length} × {eventName(type)}
          </span>
          <ul>
            {events.slice(0, MAX_LISTED).map((event) => {
              const line = lineOf(event);
              const label = line.cents === null ? <Instant at={event.at} /> : <Money cents={line.cents} />;
              return <li key={event.position}>{line.href === null ? label : <a href={line.href}>{label}</a>}</li>;
            })}
            {events.length > MAX_LISTED && <li>{text.value.time.more(events.length - MAX_LISTED)}</li>}
          </ul>
        </li>
      ))}
      {move.total > move.events.length && <li>{text.value.time.more(move.total - move.events.length)}</li>}
    </ul>
  );
}
