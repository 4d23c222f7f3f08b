import type { HistoryEvent } from "../../../src/spec/generated/control-api.ts";
import { lineOf } from "../../live/event-line.ts";
import { eventAt, historyBounds, wantEvents } from "../../live/event-pages.ts";
import { overview } from "../../live/overview.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Button } from "../../parts/button.tsx";
import { Instant } from "../../parts/instant.tsx";
import { Money } from "../../parts/money.tsx";
import { Rows, rowPx } from "../../parts/rows.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { Status } from "../../parts/status.tsx";
import { leftBranchAt } from "../../rail/model.ts";
import { railModel } from "../../rail/read-model.ts";
import { lookAt } from "../../rail/steering.ts";
import { onSandbox } from "../../state/action.ts";
import { text } from "../../text/text.ts";

export function History() {
  const t = text.time;
  const { newest, forgotten } = historyBounds();
  const positionAt = (index: number) => newest - index;
  return (
    <div class="panel history">
      <h2>{t.history}</h2>
      {overview.value.value === null ? (
        <Skeleton />
      ) : newest === forgotten ? (
        <Empty title={t.noHistory}>
          <ActionButton
            name={t.createCharge}
            action={onSandbox("POST", "/charges", { body: { total: 10_000, paid: true } })}
          />
        </Empty>
      ) : (
        <Rows
          count={newest - forgotten}
          keyAt={positionAt}
          rowAt={(index) => <EventRow position={positionAt(index)} event={eventAt(positionAt(index))} />}
          height={rowPx(30)}
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
  const model = railModel.value;
  const isLeft = model !== null && leftBranchAt(model, position) !== undefined;
  const look = () => lookAt(position, Date.parse(event.at));
  return (
    <div class={isLeft ? "event-row left" : "event-row"}>
      {/* Where a rewind is possible, a click looks at it, also on a branch that was left. */}
      {event.commandEnd && model !== null && position >= model.rewindableFrom ? (
        <Button name={String(position)} class="link position" title={text.rail.look} onClick={look} />
      ) : (
        <span class="position quiet">{position}</span>
      )}
      <Instant at={event.at} />
      <span class="what">
        <Status tone={line.tone}>{line.title}</Status>
      </span>
      <span class="money">{line.cents !== null && <Money cents={line.cents} />}</span>
      <span class="text facts" title={line.detail}>
        {line.href === null ? (
          line.detail
        ) : (
          <a href={line.href}>{line.detail || (line.id === null ? "→" : <code>{line.id}</code>)}</a>
        )}
      </span>
    </div>
  );
}
