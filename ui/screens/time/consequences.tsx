import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { eventName, isTold, lineOf, otherCompany } from "../../live/event-line.ts";
import { overview } from "../../live/overview.ts";
import { durationText } from "../../parts/duration.ts";
import { factsText } from "../../parts/facts.ts";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Status } from "../../parts/status.tsx";
import { useReading } from "../../state/resource.ts";
import { lastMove, type Move } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

const t = text.time;

/** What the last move in time has done: money before and after, events by type, deliveries. */
export function Consequences() {
  const move = lastMove.value;
  return <Panel title={t.consequences}>{move === null ? <p class="quiet">{t.noMove}</p> : <Told move={move} />}</Panel>;
}

function Told({ move }: { readonly move: Move }) {
  const { succeeded, failed } = move.attempts;
  return (
    <>
      <p>
        <b>{move.kind === "advance" ? t.advanced(durationText(move.toMs - move.fromMs)) : t.wentBack[move.kind]}</b>{" "}
        <Instant at={move.fromMs} /> → <Instant at={move.toMs} />
      </p>
      <MoneyOfMove {...move} />
      {succeeded + failed > 0 && (
        <p class="line">
          {succeeded > 0 && <Status tone="good">{text.deliveries.delivered(succeeded)}</Status>}
          {failed > 0 && <Status tone="bad">{text.deliveries.failed(failed)}</Status>}
        </p>
      )}
      <EventGroups move={move} />
    </>
  );
}

/** What could be withdrawn before and after the move, whatever has happened since. */
function MoneyOfMove({ fromPosition, toPosition }: Pick<Move, "fromPosition" | "toPosition">) {
  const { value } = useReading(
    ({ control }) => {
      const past = (position: number) =>
        carriedOut(control.GET("/past/{position}", { params: { path: { position } } }));
      return Promise.all([past(fromPosition), past(toPosition)]);
    },
    { key: `${fromPosition} ${toPosition}`, isFixed: true },
  );
  const { company, world: { companies = [] } = {} } = overview.value.value ?? {};
  const [before, after] = value?.map(({ accounts }) => accounts?.available) ?? [];
  if (before === undefined || after === undefined) return null;
  return (
    <p>
      {companies.length > 1 && <span class="quiet">{company?.name}: </span>}
      <Money cents={before} /> →{" "}
      <b>
        <Money cents={after} />
      </b>{" "}
      {after !== before && (
        <span class={after < before ? "bad" : "good"}>
          {after > before && "+"}
          <Money cents={after - before} />
        </span>
      )}
    </p>
  );
}

/** The most events of a type that are listed; the history below has all. */
const MAX_LISTED = 4;

function EventGroups({ move }: { readonly move: Move }) {
  const told = move.events.filter(isTold);
  // The money above is that of the shown company alone.
  const groups = Map.groupBy(told, (event) => factsText(eventName(event.type), otherCompany(event)));
  return (
    <ul class="groups">
      {move.total > move.events.length && <li>{t.firstOf(move.events.length, move.total)}</li>}
      {[...groups].map(([name, events]) => (
        <li key={name} class="line">
          <span>
            {events.length} × {name}
          </span>
          <ul class="line">
            {events.slice(0, MAX_LISTED).map((event) => {
              const line = lineOf(event);
              const label = line.cents === null ? <Instant at={event.at} /> : <Money cents={line.cents} />;
              return <li key={event.position}>{line.href === null ? label : <a href={line.href}>{label}</a>}</li>;
            })}
            {events.length > MAX_LISTED && <li>{t.more(events.length - MAX_LISTED)}</li>}
          </ul>
        </li>
      ))}
    </ul>
  );
}
