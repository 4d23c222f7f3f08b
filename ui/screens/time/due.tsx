import { companyName, overview } from "../../live/overview.ts";
import { worldNow } from "../../live/world-clock.ts";
import { durationText } from "../../parts/duration.ts";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { type AgendaItem, agenda } from "../../rail/agenda.ts";
import { text, wordFor } from "../../text/text.ts";

const MAX_SHOWN = 8;

export function Due() {
  const read = agenda.value;
  return <Panel title={text.time.due}>{read === null ? <Skeleton /> : <Items {...read} />}</Panel>;
}

/** Items that look alike, such as attempts of one instant, are one. */
function Items({ items, total }: NonNullable<typeof agenda.value>) {
  const t = text.time;
  const now = worldNow.value ?? 0;
  const looks = ({ dueAt, type, companyId, amountCents }: AgendaItem) =>
    [dueAt, type, companyId, amountCents].join(" ");
  const runs = [...Map.groupBy(items, looks).values()].slice(0, MAX_SHOWN);
  const shownCompany = overview.value.value?.company.companyId;
  const rest = total - runs.flat().length;
  return (
    <>
      {items.length === 0 && <p class="quiet">{t.nothingDue}</p>}
      <ol class="due">
        {runs.map(
          ([first, ...others]) =>
            first && (
              <li key={`${first.type} ${first.id}`}>
                <span>
                  {others.length > 0 && `${others.length + 1} × `}
                  {wordFor(text.agenda, first.type)} {first.amountCents !== null && <Money cents={first.amountCents} />}
                  {first.companyId !== shownCompany && <span class="company">{companyName(first.companyId)}</span>}
                </span>
                <span class="quiet">{durationText(Date.parse(first.dueAt) - now)}</span>
                <Instant at={first.dueAt} />
              </li>
            ),
        )}
      </ol>
      {rest > 0 && <p class="quiet">{t.more(rest)}</p>}
    </>
  );
}
