import { worldNow } from "../../live/world-clock.ts";
import { durationText } from "../../parts/duration.ts";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { agenda } from "../../rail/agenda.ts";
import { text } from "../../text/text.ts";

const MAX_SHOWN = 8;

/** What the world will do by itself, soonest first. */
export function Due() {
  const t = text.value.time;
  const now = worldNow.value;
  const due = agenda.value.value;
  return (
    <section class="panel" aria-label={t.due}>
      <h2>{t.due}</h2>
      {due === null || now === null ? <Skeleton /> : <Items {...due} now={now} />}
    </section>
  );
}

interface ItemsProps {
  readonly items: readonly { dueAt: string; type: string; id: string; amountCents: number | null }[];
  readonly total: number;
  readonly now: number;
}

function Items({ items, total, now }: ItemsProps) {
  const t = text.value.time;
  return (
    <>
      {items.length === 0 && <p class="quiet">{t.noneDue}</p>}
      <ol class="due">
        {items.slice(0, MAX_SHOWN).map(({ dueAt, type, id, amountCents }) => (
          <li key={`${type} ${id}`}>
            <span class="mark hollow" />
            <span>
              {agendaName(type)} {amountCents !== null && <Money cents={amountCents} />}
            </span>
            <span class="quiet">{durationText(Date.parse(dueAt) - now)}</span>
            <Instant at={dueAt} />
          </li>
        ))}
      </ol>
      {total > MAX_SHOWN && <p class="quiet">{t.more(total - MAX_SHOWN)}</p>}
    </>
  );
}

/** Returns the name of a kind of agenda items in the language of the page. */
function agendaName(type: string): string {
  const names: Readonly<Record<string, string>> = text.value.agenda;
  return names[type] ?? type;
}
