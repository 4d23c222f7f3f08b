import { companyName, overview } from "../../live/overview.ts";
import { worldNow } from "../../live/world-clock.ts";
import { durationText } from "../../parts/duration.ts";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { agenda } from "../../rail/agenda.ts";
import { text, wordFor } from "../../text/text.ts";

const MAX_SHOWN = 8;

/** What the world will do by itself, soonest first. */
export function Due() {
  const t = text.value.time;
  const now = worldNow.value;
  const due = agenda.value;
  return (
    <section class="panel" aria-label={t.due}>
      <h2>{t.due}</h2>
      {due === null || now === null ? <Skeleton /> : <Items {...due} now={now} />}
    </section>
  );
}

interface Item {
  readonly dueAt: string;
  readonly type: string;
  readonly id: string;
  readonly companyId: string;
  readonly amountCents: number | null;
}

/** Returns the items with neighbours that look alike, such as attempts of one instant, as one with their number. */
function runsOf(items: readonly Item[]): readonly (Item & { readonly count: number })[] {
  const looks = ({ dueAt, type, companyId, amountCents }: Item) => `${dueAt} ${type} ${companyId} ${amountCents}`;
  return [...Map.groupBy(items, looks).values()].flatMap((run) =>
    run.slice(0, 1).map((first) => ({ ...first, count: run.length })),
  );
}

interface ItemsProps {
  readonly items: readonly Item[];
  readonly total: number;
  readonly now: number;
}

function Items({ items, total, now }: ItemsProps) {
  const t = text.value.time;
  const runs = runsOf(items);
  const shownCompany = overview.value.value?.company.companyId;
  const shown = runs.slice(0, MAX_SHOWN).reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {items.length === 0 && <p class="quiet">{t.noneDue}</p>}
      <ol class="due">
        {runs.slice(0, MAX_SHOWN).map(({ dueAt, type, id, companyId, amountCents, count }) => (
          <li key={`${type} ${id}`}>
            <span class="mark hollow" />
            <span>
              {count > 1 && `${count} × `}
              {wordFor(text.value.agenda, type)} {amountCents !== null && <Money cents={amountCents} />}
              {companyId !== shownCompany && <span class="company">{companyName(companyId)}</span>}
            </span>
            <span class="quiet">{durationText(Date.parse(dueAt) - now)}</span>
            <Instant at={dueAt} />
          </li>
        ))}
      </ol>
      {total > shown && <p class="quiet">{t.more(total - shown)}</p>}
    </>
  );
}
