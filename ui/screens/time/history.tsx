import { lineOf } from "../../live/event-line.ts";
import { eventAt, historyBounds, wantEvents } from "../../live/event-pages.ts";
import type { HistoryEvent } from "../../live/history-event.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Rows } from "../../parts/rows.tsx";
import { Status } from "../../parts/status.tsx";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";

const ROW_HEIGHT = 30;

/** What has happened, newest first, however much it is. */
export function History() {
  const t = text.value.time;
  const { newest, forgotten } = historyBounds();
  const positionAt = (index: number) => newest - index;
  return (
    <div class="panel history">
      <h2>{t.history}</h2>
      {newest === forgotten ? (
        <Empty title={t.noHistory}>
          <ActionButton action={onSandbox("POST", "/charges", { body: { total: 10_000, paid: true } })}>
            {t.createCharge}
          </ActionButton>
        </Empty>
      ) : (
        <Rows
          count={newest - forgotten}
          keyAt={positionAt}
          rowAt={(index) => <EventRow position={positionAt(index)} event={eventAt(positionAt(index))} />}
          height={ROW_HEIGHT}
          label={t.history}
          onView={(first, last) => wantEvents(positionAt(last - 1), positionAt(first))}
        />
      )}
    </div>
  );
}

function EventRow({ position, event }: { readonly position: number; readonly event: HistoryEvent | null }) {
  if (event === null) return <div class="event-row quiet">{position}</div>;
  const line = lineOf(event);
  return (
    <div class="event-row">
      <span class="position">{position}</span>
      <Instant at={event.at} />
      <span class="what">
        <Status tone={line.tone}>{line.title}</Status>
      </span>
      <span class="amount">{line.cents !== null && <Money cents={line.cents} />}</span>
      <span class="detail" title={line.detail}>
        {line.href === null ? line.detail : <a href={line.href}>{line.detail === "" ? "→" : line.detail}</a>}
      </span>
    </div>
  );
}
